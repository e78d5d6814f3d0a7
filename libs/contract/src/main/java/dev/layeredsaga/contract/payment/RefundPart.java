package dev.layeredsaga.contract.payment;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.StepAttempt;
import java.util.UUID;

/**
 * Gives back a part of another saga's captured payment, once for each saga that asks, however often it does: what its first command named
 * stands. All parts together are never more than was captured. Answered by {@link RefundMade} once the gateway's record shows it, by
 * {@link RefundFailed} until then.
 *
 * @param attempt the attempt of the saga that gives back, such as a return
 * @param paymentOf the saga whose payment it is, such as the order's
 * @param amount the part, at least 1
 */
public record RefundPart(StepAttempt attempt, UUID paymentOf, Money amount) implements PaymentCommand {

    /** @throws IllegalArgumentException if the amount is 0, or the payment the asking saga's own */
    public RefundPart {
        if (amount.amount() == 0) {
            throw new IllegalArgumentException("a part of 0 cannot be refunded");
        }
        if (paymentOf.equals(attempt.sagaId())) {
            throw new IllegalArgumentException("the payment of saga " + paymentOf + " is its own: RefundPayment");
        }
    }
}
