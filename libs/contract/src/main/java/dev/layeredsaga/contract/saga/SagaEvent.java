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
 * {@link OrderConfirmed}, {@link OrderRejected} and {@link OrderCancelled}.
 */
public sealed interface SagaEvent {

    record SagaStarted(String definition, int version, String customerId, List<StockLine> lines, Money total)
            implements SagaEvent {}

    record StockReserved(UUID claimId, Instant expiresAt) implements SagaEvent {}

    record PaymentCaptured(String paymentId, Money amount) implements SagaEvent {}

    record OrderConfirmed(Money total) implements SagaEvent {}

    record CompensationStarted(Reason reason) implements SagaEvent {}

    /** @param refunded null if nothing had been captured */
    record PaymentRefunded(@Nullable Money refunded) implements SagaEvent {}

    record StockReleased() implements SagaEvent {}

    record OrderRejected(Reason reason) implements SagaEvent {}

    record OrderCancelled(Reason reason) implements SagaEvent {}

    /** The saga needs an operator; it resumes at {@code step} after the operator has acted. */
    record SagaStuck(String step, String reason) implements SagaEvent {

        /** Cuts the reason. */
        public SagaStuck {
            reason = BoundedText.of(reason);
        }
    }
}
