package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.InventorySeen.Claim;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Order;
import java.util.Set;
import java.util.stream.Collectors;

/** Orders and sales agree from both sides: a confirmed order has a sold claim, and what is sold to a saga is its confirmed order's. */
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
        confirmed.stream()
                .filter(order -> !sold.contains(order))
                .forEach(order -> list.violated("confirmed, but nothing is sold to it", order));
        sold.stream()
                .filter(saga -> !confirmed.contains(saga))
                .forEach(saga -> list.violated("sold, but there is no confirmed order", saga));
        list.looked(confirmed.size(), "confirmed orders");
        list.looked(sold.size(), "sales");
    }
}
