package dev.layeredsaga.messaging.payment;

import dev.layeredsaga.messaging.Money;
import dev.layeredsaga.messaging.saga.StepAttempt;

/**
 * Captures the amount once, under the saga's single idempotency key. Answered by {@link ChargeCaptured}, {@link ChargeDeclined},
 * {@link ChargeNotMade} or {@link ChargeUnknown}.
 */
public record ChargePayment(StepAttempt attempt, Money amount, String method) implements PaymentCommand {

    /** Omits the method, to keep it out of logs. */
    @Override
    public String toString() {
        return "ChargePayment[attempt=" + attempt + ", amount=" + amount + "]";
    }
}
