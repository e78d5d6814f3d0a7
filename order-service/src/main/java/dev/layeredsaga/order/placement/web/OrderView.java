package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.order.placement.CustomerOrder;
import dev.layeredsaga.order.placement.OrderStatus;
import dev.layeredsaga.order.placement.price.OrderLine;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An order as returned to clients. */
record OrderView(
        UUID orderId,
        String customerId,
        OrderStatus status,
        @Nullable OrderReason reason,
        List<OrderLine> lines,
        Money total,
        @Nullable Money returned,
        Instant placedAt,
        Instant updatedAt) {

    static OrderView of(CustomerOrder order) {
        return of(
                order,
                order.status(),
                order.reason(),
                order.returns().all().isEmpty() ? null : order.returns().returned(),
                order.updatedAt());
    }

    /** Returns the order as it was when placed; every replay of the request returns this. */
    static OrderView asPlaced(CustomerOrder order) {
        return of(order, OrderStatus.PENDING, null, null, order.placedAt());
    }

    private static OrderView of(
            CustomerOrder order,
            OrderStatus status,
            @Nullable OrderReason reason,
            @Nullable Money returned,
            Instant updatedAt) {
        return new OrderView(
                order.id(),
                order.customerId(),
                status,
                reason,
                order.lines(),
                order.total(),
                returned,
                order.placedAt(),
                updatedAt);
    }
}
