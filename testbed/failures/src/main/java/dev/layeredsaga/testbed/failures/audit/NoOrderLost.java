package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.Accepted;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Saga;
import dev.layeredsaga.testbed.failures.audit.seen.ReturnsSeen.Return;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Each key answered with 202 has exactly one order, or return, which has ended, however often it was sent. Only a return that gave
 * nothing back may be gone with a database: another one may have come before its request was repeated.
 */
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
        Collection<String> orders = idsOf(seen.customers().accepted(), list);
        Collection<String> returns = idsOf(seen.returns().accepted(), list);
        orders.forEach(orderId -> checkFate(orderId, seen.orders(), list));
        returns.forEach(id -> checkReturn(
                id, seen.returns().known().get(id), seen.orders().sagas().get(id), list));
        list.checked(orders.size(), "orders");
        list.checked(returns.size(), "returns");
    }

    /** Returns one id for each key. */
    private static Collection<String> idsOf(List<Accepted> answers, Checklist list) {
        Map<String, String> byKey = new HashMap<>();
        for (Accepted accepted : answers) {
            String first = byKey.putIfAbsent(accepted.key(), accepted.orderId());
            if (first != null && !first.equals(accepted.orderId())) {
                list.violated("one key, two ids", List.of(first, accepted.orderId()));
            }
        }
        list.checked(answers.size(), "answers 202");
        return byKey.values();
    }

    private static void checkReturn(String id, @Nullable Return made, @Nullable Saga saga, Checklist list) {
        if (saga == null) {
            list.violated("there is no saga of the return", id);
        } else if (made == null) {
            list.require(saga.status().equals("COMPENSATED"), "accepted, but there is no such return", id);
        } else {
            list.require(made.hasEnded(), "the return has not ended", id);
            list.require(
                    made.isCompleted() == saga.status().equals("COMPLETED") || !saga.hasEnded(),
                    "%s, but its saga is %s".formatted(made.status(), saga.status()),
                    id);
        }
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
