package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.BoundedText;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The claim, its confirmation or its extension is refused; nothing has changed.
 *
 * @param sku the item that caused the refusal, if it was a single one
 * @param lockedAt the time at which the item was locked; only with {@link ClaimRefusal#RESOURCE_BUSY}
 * @param lockExpiresAt the latest time at which the lock expires; only with {@link ClaimRefusal#RESOURCE_BUSY}
 * @param retryAfterSeconds the time after which a retry may succeed; only with {@link ClaimRefusal#RESOURCE_BUSY}
 */
public record ClaimRefused(
        StepAttempt attempt,
        ClaimRefusal code,
        String message,
        @Nullable String sku,
        @Nullable Instant lockedAt,
        @Nullable Instant lockExpiresAt,
        @Nullable Integer retryAfterSeconds)
        implements SagaReply {

    /** Cuts the text. */
    public ClaimRefused {
        message = BoundedText.of(message);
    }
}
