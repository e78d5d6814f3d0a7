package dev.layeredsaga.contract.payment;

import dev.layeredsaga.contract.BoundedText;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;

/**
 * The refund is not complete; an amount may still be captured.
 *
 * @param retryable false if the gateway refuses the refund, so that an operator must act
 */
public record RefundFailed(StepAttempt attempt, String reason, boolean retryable) implements SagaReply {

    /** Cuts the text. */
    public RefundFailed {
        reason = BoundedText.of(reason);
    }
}
