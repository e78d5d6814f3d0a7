package dev.layeredsaga.contract.payment;

import dev.layeredsaga.contract.BoundedText;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The attempt certainly captured nothing (the gateway was unreachable or not called); another attempt may.
 *
 * @param retryAfter the gateway's {@code Retry-After}, if it sent one
 */
public record ChargeNotMade(
        StepAttempt attempt, String reason, @Nullable Duration retryAfter) implements SagaReply {

    /** Cuts the text. */
    public ChargeNotMade {
        reason = BoundedText.of(reason);
    }
}
