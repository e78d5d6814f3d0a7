package dev.layeredsaga.order.placement.end;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.order.placement.OrderStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The final state that an ended saga gives to its order.
 *
 * @param status a final status
 * @param reason null if and only if the order is confirmed
 * @param total at which the order is confirmed; null if that is not known, or it is not confirmed
 */
public record OrderEnding(
        OrderStatus status,
        @Nullable OrderReason reason,
        @Nullable Money total) {

    /** Of a saga whose data could not be read by an orchestrator of the version before, which today says no total. */
    private static final String NO_CURRENCY = "XXX";

    /** @throws IllegalArgumentException if the status is not final, the reason is missing, or a confirmed order has one */
    public OrderEnding {
        if (status == OrderStatus.PENDING) {
            throw new IllegalArgumentException("an order does not end as PENDING");
        }
        if ((reason == null) != (status == OrderStatus.CONFIRMED)) {
            throw new IllegalArgumentException("%s with reason %s".formatted(status, reason));
        }
    }

    public OrderEnding(OrderStatus status, @Nullable OrderReason reason) {
        this(status, reason, null);
    }

    /** Returns true if an order with that status and total has ended so. */
    boolean agreesWith(OrderStatus status, Money total) {
        return this.status == status && (!isTotalKnown() || total.equals(this.total));
    }

    private boolean isTotalKnown() {
        return total != null && !total.currency().equals(NO_CURRENCY);
    }

    /** Returns the ending that the event reports; empty if the saga continues after it. */
    public static Optional<OrderEnding> of(SagaEvent event) {
        return event instanceof OrderSagaEvent ofOrder ? of(ofOrder) : Optional.empty();
    }

    private static Optional<OrderEnding> of(OrderSagaEvent event) {
        return switch (event) {
            case OrderSagaEvent.OrderConfirmed confirmed ->
                Optional.of(new OrderEnding(OrderStatus.CONFIRMED, null, confirmed.total()));
            case OrderSagaEvent.OrderRejected rejected ->
                Optional.of(new OrderEnding(OrderStatus.REJECTED, rejected.reason()));
            case OrderSagaEvent.OrderCancelled cancelled ->
                Optional.of(new OrderEnding(OrderStatus.CANCELLED, cancelled.reason()));
            case OrderSagaEvent.SagaStarted unused -> Optional.empty();
            case OrderSagaEvent.StockReserved unused -> Optional.empty();
            case OrderSagaEvent.PaymentCaptured unused -> Optional.empty();
            case OrderSagaEvent.PaymentRefunded unused -> Optional.empty();
            case OrderSagaEvent.StockReleased unused -> Optional.empty();
        };
    }
}
