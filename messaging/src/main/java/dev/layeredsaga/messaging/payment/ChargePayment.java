package dev.layeredsaga.messaging.payment;

import dev.layeredsaga.messaging.Money;
import dev.layeredsaga.messaging.saga.StepAttempt;

/**
 * Capture the amount once, under the saga's one idempotency key. Answered by {@link ChargeCaptured}, {@link ChargeDeclined},
 * {@link ChargeNotMade} or {@link ChargeUnknown}.
 */
public record ChargePayment(StepAttempt attempt, Money amount, String method) implements PaymentCommand {

    /** The method stays out of logs. */
    @Override
    public String toString() {
        return "ChargePayment[attempt=" + attempt + ", amount=" + amount + "]";
    }
}
