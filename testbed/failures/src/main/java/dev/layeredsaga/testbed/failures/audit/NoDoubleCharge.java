package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Complaint;
import dev.layeredsaga.testbed.failures.audit.seen.GatewaySeen.Entry;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.audit.seen.OrdersSeen.Order;
import dev.layeredsaga.testbed.failures.audit.seen.ReturnsSeen;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Confirmed: one capture of exactly the price, and exactly that given back which completed returns name, no piece twice. Otherwise:
 * nothing, or all of it given back.
 */
final class NoDoubleCharge implements Invariant {

    @Override
    public int number() {
        return 4;
    }

    @Override
    public String name() {
        return "no double charge";
    }

    @Override
    public void check(Observations seen, Checklist list) {
        Map<String, List<Entry>> ledger =
                seen.gateway().entries().stream().collect(Collectors.groupingBy(Entry::orderId));
        for (Order order : seen.orders().orders().values()) {
            check(order, ledger.getOrDefault(order.id(), List.of()), seen.returns(), list);
        }
        ledger.keySet().stream()
                .filter(orderId -> !seen.orders().orders().containsKey(orderId))
                .forEach(orderId -> list.violated("the gateway knows it, the order-service does not", orderId));
        seen.gateway().complaints().stream()
                .filter(complaint -> !isKnownToTheOrder(complaint, seen.orders().orders()))
                .forEach(complaint -> list.violated("the gateway says: " + complaint.what(), complaint.orderId()));
        list.checked(seen.orders().orders().size(), "orders");
        list.checked(seen.gateway().entries().size(), "ledger entries");
    }

    /**
     * A webhook that was taken in, but whose acknowledgement was lost, informs the client, not the gateway. An order that has
     * ended in accordance with the ledger shows that the client knows.
     */
    private static boolean isKnownToTheOrder(Complaint complaint, Map<String, Order> orders) {
        Order order = orders.get(complaint.orderId());
        return complaint.isAboutSilence() && order != null && order.hasEnded();
    }

    private static void check(Order order, List<Entry> account, ReturnsSeen returns, Checklist list) {
        long captures = account.stream().filter(Entry::isCapture).count();
        long captured = account.stream()
                .filter(Entry::isCapture)
                .mapToLong(Entry::amount)
                .sum();
        long net = account.stream().mapToLong(Entry::net).sum();
        long returned = returns.amountOf(order.id());
        if (order.isConfirmed()) {
            list.require(
                    captures == 1 && captured == order.total() && net == captured - returned && net >= 0,
                    "confirmed at %d, but %d captured in %d, %d of it kept, %d returned"
                            .formatted(order.total(), captured, captures, net, returned),
                    order.id());
        } else if (order.hasEnded()) {
            list.require(net == 0, "%s, but %d were kept".formatted(order.status(), net), order.id());
        }
        returns.piecesOf(order.id())
                .forEach((sku, pieces) -> list.require(
                        order.isConfirmed() && pieces <= order.quantities().getOrDefault(sku, 0),
                        "%s, but %d × %s are returned of %s".formatted(order.status(), pieces, sku, order.quantities()),
                        order.id()));
        list.checked(returns.of(order.id()).size(), "returns");
    }
}
