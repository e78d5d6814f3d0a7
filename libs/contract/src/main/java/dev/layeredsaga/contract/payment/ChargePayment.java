package dev.layeredsaga.contract.payment;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.StepAttempt;

/**
 * Captures the amount once, under the saga's single idempotency key. Answered by {@link ChargeCaptured}, {@link ChargeDeclined},
 * {@link ChargeNotMade} or {@link ChargeUnknown}.
 *
 * @param repeated true if the saga may have been lost after it had charged: the payment may have been made, and given back, so the gateway
 *     is asked about it before it is asked to charge
 */
public record ChargePayment(StepAttempt attempt, Money amount, String method, boolean repeated)
        implements PaymentCommand {

    /** Omits the method, to keep it out of logs. */
    @Override
    public String toString() {
        return "ChargePayment[attempt=" + attempt + ", amount=" + amount + "]";
    }
}
