package dev.layeredsaga.contract.payment;

import dev.layeredsaga.contract.BoundedText;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import org.jspecify.annotations.Nullable;

/**
 * The refund is not complete; an amount may still be captured.
 *
 * @param retryable false if trying again is of no use: with a code, the part has not gone back and will not by this saga; without one, an
 *     operator must act
 * @param code why a part is refused, such as {@link #EXCEEDS_CAPTURED}, an open set; null if none is
 */
public record RefundFailed(
        StepAttempt attempt,
        String reason,
        boolean retryable,
        @Nullable String code) implements SagaReply {

    /** The participant knows no such payment, or none any more. */
    public static final String UNKNOWN_PAYMENT = "UNKNOWN_PAYMENT";

    /** The payment is not captured, or is given back as a whole. */
    public static final String NOT_CAPTURED = "NOT_CAPTURED";

    /** Less is left of the payment, or it is of another currency. */
    public static final String EXCEEDS_CAPTURED = "EXCEEDS_CAPTURED";

    /** The gateway has refused for good. */
    public static final String DECLINED = "DECLINED";

    /** Cuts the texts. */
    public RefundFailed {
        reason = BoundedText.of(reason);
        code = code == null ? null : BoundedText.of(code);
    }

    /** A failure without a code. */
    public RefundFailed(StepAttempt attempt, String reason, boolean retryable) {
        this(attempt, reason, retryable, null);
    }
}
