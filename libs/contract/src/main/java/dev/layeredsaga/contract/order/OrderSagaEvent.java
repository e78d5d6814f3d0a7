package dev.layeredsaga.contract.order;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.saga.SagaEvent;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event of an order's saga besides those of the engine. It ends with exactly one of {@link OrderConfirmed}, {@link OrderRejected} and
 * {@link OrderCancelled}. These repeat the order's customer, lines and total, so that a consumer needs no other event; null in those of
 * the version before, and where an operator has ended a saga whose data cannot be read.
 */
public sealed interface OrderSagaEvent extends SagaEvent {

    /** @param unitPrice the price of one piece when the order was placed; null if the order-service did not say */
    record OrderLine(String sku, int quantity, @Nullable Money unitPrice) {

        /** @throws IllegalArgumentException if the sku is blank or the quantity is less than 1 */
        public OrderLine {
            StockLine unused = new StockLine(sku, quantity);
        }

        public StockLine stock() {
            return new StockLine(sku, quantity);
        }
    }

    record SagaStarted(String definition, int version, String customerId, List<OrderLine> lines, Money total)
            implements OrderSagaEvent {}

    record StockReserved(UUID claimId, Instant expiresAt) implements OrderSagaEvent {}

    record PaymentCaptured(String paymentId, Money amount) implements OrderSagaEvent {}

    record OrderConfirmed(
            @Nullable String customerId,
            @Nullable List<OrderLine> lines,
            @Nullable Money total) implements OrderSagaEvent {

        public OrderConfirmed {
            lines = lines == null ? null : List.copyOf(lines);
        }
    }

    /** @param refunded null if nothing had been captured */
    record PaymentRefunded(@Nullable Money refunded) implements OrderSagaEvent {}

    record StockReleased() implements OrderSagaEvent {}

    record OrderRejected(
            OrderReason reason,
            @Nullable String customerId,
            @Nullable List<OrderLine> lines,
            @Nullable Money total) implements OrderSagaEvent {}

    record OrderCancelled(
            OrderReason reason,
            @Nullable String customerId,
            @Nullable List<OrderLine> lines,
            @Nullable Money total) implements OrderSagaEvent {}
}
