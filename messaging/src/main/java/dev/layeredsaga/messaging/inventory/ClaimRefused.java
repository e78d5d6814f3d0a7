package dev.layeredsaga.messaging.inventory;

import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The claim, its confirmation or its extension is refused; nothing has changed.
 *
 * @param sku which item stood in the way, where it is one item
 * @param lockedAt since when the item has been busy; only with {@link ClaimRefusal#RESOURCE_BUSY}
 * @param lockExpiresAt until when at the latest; only with {@link ClaimRefusal#RESOURCE_BUSY}
 * @param retryAfterSeconds when asking again is worth it; only with {@link ClaimRefusal#RESOURCE_BUSY}
 */
public record ClaimRefused(
        StepAttempt attempt,
        ClaimRefusal code,
        String message,
        @Nullable String sku,
        @Nullable Instant lockedAt,
        @Nullable Instant lockExpiresAt,
        @Nullable Integer retryAfterSeconds)
        implements SagaReply {}
