package dev.layeredsaga.contract.payment;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.StepAttempt;
import org.jspecify.annotations.Nullable;

/**
 * Captures the amount once, under the saga's single idempotency key. Answered by {@link ChargeCaptured}, {@link ChargeDeclined},
 * {@link ChargeNotMade} or {@link ChargeUnknown}.
 *
 * @param repeated true if the saga may have charged before, as it went back or may have been lost: the payment may have been made, and
 *     given back, so the gateway is asked about it before it is asked to charge; null for no
 */
public record ChargePayment(
        StepAttempt attempt,
        Money amount,
        String method,
        @Nullable Boolean repeated) implements PaymentCommand {

    /** Returns true if the gateway is to be asked first. */
    public boolean mayBeRepeated() {
        return Boolean.TRUE.equals(repeated);
    }

    /** Omits the method, to keep it out of logs. */
    @Override
    public String toString() {
        return "ChargePayment[attempt=" + attempt + ", amount=" + amount + "]";
    }
}
