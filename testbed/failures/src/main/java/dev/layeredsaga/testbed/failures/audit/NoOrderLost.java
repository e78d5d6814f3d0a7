package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.Accepted;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Each key answered with 202 has exactly one order, which has ended, however often it was sent. */
final class NoOrderLost implements Invariant {

    @Override
    public int number() {
        return 10;
    }

    @Override
    public String name() {
        return "no accepted order lost";
    }

    @Override
    public void check(Observations seen, Checklist list) {
        Map<String, String> byKey = new HashMap<>();
        for (Accepted accepted : seen.customers().accepted()) {
            String first = byKey.putIfAbsent(accepted.key(), accepted.orderId());
            if (first != null && !first.equals(accepted.orderId())) {
                list.violated("one key, two orders", List.of(first, accepted.orderId()));
            }
        }
        byKey.values().forEach(orderId -> checkFate(orderId, seen.orders(), list));
        list.looked(seen.customers().accepted().size(), "answers 202");
        list.looked(byKey.size(), "orders");
    }

    private static void checkFate(String orderId, OrdersSeen orders, Checklist list) {
        OrdersSeen.Order order = orders.orders().get(orderId);
        OrdersSeen.Saga saga = orders.sagas().get(orderId);
        if (order == null || saga == null) {
            list.violated(order == null ? "accepted, but there is no such order" : "there is no saga of it", orderId);
        } else {
            list.require(order.hasEnded(), "it has not ended", orderId);
            list.require(
                    order.isConfirmed() == saga.status().equals("COMPLETED") || !saga.hasEnded(),
                    "%s, but its saga is %s".formatted(order.status(), saga.status()),
                    orderId);
        }
    }
}
