package dev.layeredsaga.contract.payment;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.StepAttempt;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Captures the amount once, under the saga's single idempotency key. Answered by {@link ChargeCaptured}, {@link ChargeDeclined},
 * {@link ChargeNotMade} or {@link ChargeUnknown}.
 *
 * @param repeatedAt when the order was published again, as its saga may be lost; null if it was not. The lost saga may have made the payment,
 *     or given it back, so the gateway is asked about it before it is asked to charge.
 */
public record ChargePayment(
        StepAttempt attempt,
        Money amount,
        String method,
        @Nullable Instant repeatedAt) implements PaymentCommand {

    /** Omits the method, to keep it out of logs. */
    @Override
    public String toString() {
        return "ChargePayment[attempt=" + attempt + ", amount=" + amount + "]";
    }
}
