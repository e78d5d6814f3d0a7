package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.SoldHold;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.StaleCall;
import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Claim;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import java.util.Set;
import java.util.stream.Collectors;

/** A stale or wrong token was refused each time, with the right code; what the right one confirmed is sold. */
final class OnlyTheCurrentToken implements Invariant {

    @Override
    public int number() {
        return 2;
    }

    @Override
    public String name() {
        return "only the current token";
    }

    @Override
    public void check(Observations seen, Checklist list) {
        seen.customers().staleCalls().stream().filter(StaleCall::isAnswered).forEach(call -> check(call, list));
        Set<String> sold = seen.inventory().claims().stream()
                .filter(claim -> claim.is("CONFIRMED"))
                .map(Claim::id)
                .collect(Collectors.toSet());
        for (SoldHold hold : seen.customers().soldHolds()) {
            list.require(sold.contains(hold.claimId()), "confirmed, but not sold", hold.claimId());
        }
        list.checked(seen.customers().soldHolds().size(), "confirmed holds");
    }

    private static void check(StaleCall call, Checklist list) {
        list.checked(1, "stale calls");
        list.require(
                call.isRightlyRefused(),
                "%s was answered with %d %s instead of 409 %s"
                        .formatted(call.call(), call.status(), call.code(), call.expected()),
                call.claimId());
    }
}
