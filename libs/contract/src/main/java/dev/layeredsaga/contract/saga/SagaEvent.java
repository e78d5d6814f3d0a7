package dev.layeredsaga.contract.saga;

import dev.layeredsaga.contract.BoundedText;
import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event in a saga's life, on the public topic {@code saga.events}. On the wire every event also carries {@code sagaId},
 * {@code sequence} (from 1, without gaps within a saga) and {@code occurredAt}. A saga ends with exactly one of
 * {@link OrderConfirmed}, {@link OrderRejected} and {@link OrderCancelled}. These repeat the order's customer, lines and total, so that
 * a consumer needs no other event; null in those of the version before, and where an operator has ended a saga whose data cannot be read.
 */
public sealed interface SagaEvent {

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
            implements SagaEvent {}

    record StockReserved(UUID claimId, Instant expiresAt) implements SagaEvent {}

    record PaymentCaptured(String paymentId, Money amount) implements SagaEvent {}

    record OrderConfirmed(
            @Nullable String customerId,
            @Nullable List<OrderLine> lines,
            @Nullable Money total) implements SagaEvent {

        public OrderConfirmed {
            lines = lines == null ? null : List.copyOf(lines);
        }
    }

    record CompensationStarted(Reason reason) implements SagaEvent {}

    /** @param refunded null if nothing had been captured */
    record PaymentRefunded(@Nullable Money refunded) implements SagaEvent {}

    record StockReleased() implements SagaEvent {}

    record OrderRejected(
            Reason reason,
            @Nullable String customerId,
            @Nullable List<OrderLine> lines,
            @Nullable Money total) implements SagaEvent {}

    record OrderCancelled(
            Reason reason,
            @Nullable String customerId,
            @Nullable List<OrderLine> lines,
            @Nullable Money total) implements SagaEvent {}

    /** The saga needs an operator; it resumes at {@code step} after the operator has acted. */
    record SagaStuck(String step, String reason) implements SagaEvent {

        /** Cuts the reason. */
        public SagaStuck {
            reason = BoundedText.of(reason);
        }
    }
}
