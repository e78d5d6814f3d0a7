package dev.layeredsaga.contract.payment;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.StepAttempt;

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
