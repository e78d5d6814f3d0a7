package dev.layeredsaga.testbed.failures.matrix;

import dev.layeredsaga.testbed.client.Shop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Compares what came of a case with what must, and with what must always hold. */
record Checks(Case played, Duration bound) {

    /** Returns the errors, one line each; empty if none. */
    List<String> findings(Observation seen) {
        List<String> findings = new ArrayList<>(seen.remarks());
        for (OrderSeen order : seen.orders()) {
            List<String> ofOrder = new ArrayList<>();
            checkStanding(order, ofOrder);
            checkMoney(order, ofOrder);
            checkStory(order, ofOrder);
            checkCalls(order, ofOrder);
            ofOrder.forEach(finding -> findings.add("order " + order.id() + ": " + finding));
        }
        checkItem(seen, findings);
        return findings;
    }

    private void checkStanding(OrderSeen order, List<String> findings) {
        ExpectedOutcome ending = expected().ending();
        OrderSeen.Standing standing = order.standing();
        require(
                standing.status().equals(ending.status()),
                findings,
                "%s, not %s; its saga: %s"
                        .formatted(
                                or(standing.status(), "no order"), or(ending.status(), "no order"), standing.saga()));
        require(
                ending.reason()
                        .map(standing.reason()::equals)
                        .orElse(standing.reason().isEmpty()),
                findings,
                "reason %s, not %s"
                        .formatted(
                                or(standing.reason(), "none"), ending.reason().orElse("none")));
        require(standing.isStuck() == (ending == ExpectedOutcome.STUCK), findings, "its saga: " + standing.saga());
        require(
                order.took().compareTo(bound) <= 0,
                findings,
                "took %d s, more than %d s".formatted(order.took().toSeconds(), bound.toSeconds()));
    }

    private void checkMoney(OrderSeen order, List<String> findings) {
        Money money = order.money();
        require(
                expected().ledger().contains(money.toString()),
                findings,
                "the ledger says %s, not %s"
                        .formatted(money, String.join(" or ", expected().ledger())));
        require(money.captures() <= 1, findings, "captured " + money.captures() + " times");
        require(Set.of(Shop.PRICE).containsAll(money.amounts()), findings, "amounts " + money.amounts());
        if (expected().ending() != ExpectedOutcome.STUCK) {
            long due = expected().ending().sold() * Shop.PRICE;
            require(money.net() == due, findings, "net at the gateway %d, not %d".formatted(money.net(), due));
        }
        require(money.auditHolds(), findings, "the gateway's audit does not hold");
    }

    private void checkStory(OrderSeen order, List<String> findings) {
        EventTrace trace = order.trace();
        require(
                trace.words().equals(expected().events()),
                findings,
                "events %s, not %s"
                        .formatted(trace, EventTrace.inWords(expected().events())));
        require(trace.hasNoGaps(), findings, "events are numbered " + trace.sequence());
        boolean ends =
                expected().ending() != ExpectedOutcome.STUCK && expected().ending() != ExpectedOutcome.NO_ORDER;
        require(trace.endings() == (ends ? 1 : 0), findings, trace.endings() + " events tell its end");
        require(!ends || trace.endsWithItsEnding(), findings, "the last event is not its end");
    }

    private void checkCalls(OrderSeen order, List<String> findings) {
        CallCounts calls = order.calls();
        require(
                expected().calls().hold(calls),
                findings,
                "gateway calls %s, not %s".formatted(calls, expected().calls()));
    }

    /** Stock against orders: what is sold has left, what is held is held by someone, and nothing else. */
    private void checkItem(Observation seen, List<String> findings) {
        ItemSeen item = seen.item();
        int sold = count(seen, "CONFIRMED");
        int held = expected().ending().held() * seen.orders().size();
        require(
                item.onHand() == item.stocked() - sold,
                findings,
                "on hand %d of %d after %d sold".formatted(item.onHand(), item.stocked(), sold));
        require(item.reserved() == held, findings, "reserved %d, not %d".formatted(item.reserved(), held));
        require(item.claimsHeld() == held, findings, "%d claims held, not %d".formatted(item.claimsHeld(), held));
        require(held > 0 || item.lockedBy().isEmpty(), findings, "still locked by " + item.lockedBy());
    }

    private static int count(Observation seen, String status) {
        return (int) seen.orders().stream()
                .filter(order -> order.standing().status().equals(status))
                .count();
    }

    private Expected expected() {
        return played.expected();
    }

    private static String or(String text, String otherwise) {
        return text.isEmpty() ? otherwise : text;
    }

    private static void require(boolean holds, List<String> findings, String otherwise) {
        if (!holds) {
            findings.add(otherwise);
        }
    }
}
