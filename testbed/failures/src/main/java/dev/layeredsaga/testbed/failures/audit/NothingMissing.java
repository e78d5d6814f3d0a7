package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Claim;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Order;
import dev.layeredsaga.testbed.failures.audit.seen.ReturnsSeen.Completed;
import dev.layeredsaga.testbed.failures.audit.seen.ReturnsSeen.Return;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Orders and sales agree from both sides: a confirmed order has a sold claim, and what is sold to a saga is its confirmed order's. So do
 * the returns that sagas and the order-service take as completed.
 */
final class NothingMissing implements Invariant {

    @Override
    public int number() {
        return 12;
    }

    @Override
    public String name() {
        return "what is missing is looked for";
    }

    @Override
    public void check(Observations seen, Checklist list) {
        Set<String> sold = seen.inventory().claims().stream()
                .filter(claim -> claim.sagaId() != null && claim.is("CONFIRMED"))
                .map(Claim::name)
                .collect(Collectors.toSet());
        Set<String> confirmed = seen.orders().orders().values().stream()
                .filter(Order::isConfirmed)
                .map(Order::id)
                .collect(Collectors.toSet());
        require(confirmed, sold, "confirmed, but nothing is sold to it", list);
        require(sold, confirmed, "sold, but there is no confirmed order", list);
        Set<String> given = seen.returns().everyCompleted().map(Completed::id).collect(Collectors.toSet());
        Set<String> known = seen.returns().known().values().stream()
                .filter(Return::isCompleted)
                .map(Return::id)
                .collect(Collectors.toSet());
        require(given, known, "given back, but the order does not have this return", list);
        require(known, given, "the order has this return, but nothing was given back", list);
        list.checked(given.size(), "returns");
        list.checked(confirmed.size(), "confirmed orders");
        list.checked(sold.size(), "sales");
    }

    private static void require(Set<String> all, Set<String> among, String otherwise, Checklist list) {
        all.forEach(id -> list.require(among.contains(id), otherwise, id));
    }
}
