package dev.layeredsaga.contract.saga;

import dev.layeredsaga.contract.BoundedText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The reason for which an order was rejected or cancelled.
 *
 * @param sku the item, if the reason concerns a single item
 * @param retryAfterSeconds the time after which ordering again may succeed, if known
 * @param lockedAt since when the item is held, if another claim holds it
 * @param lockExpiresAt until when it is held at the latest, if another claim holds it and is not extended
 */
public record Reason(
        ReasonCode code,
        String message,
        @Nullable String sku,
        @Nullable Integer retryAfterSeconds,
        @Nullable Instant lockedAt,
        @Nullable Instant lockExpiresAt) {

    /** Cuts the message. */
    public Reason {
        message = BoundedText.of(message);
    }

    public static Reason of(ReasonCode code, String message) {
        return new Reason(code, message, null, null, null, null);
    }
}
