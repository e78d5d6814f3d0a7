package dev.layeredsaga.messaging.saga;

import org.jspecify.annotations.Nullable;

/**
 * Why an order did not come to be.
 *
 * @param sku which item, where it is one item
 * @param retryAfterSeconds when ordering again is worth it, where that is known
 */
public record Reason(
        ReasonCode code,
        String message,
        @Nullable String sku,
        @Nullable Integer retryAfterSeconds) {

    public static Reason of(ReasonCode code, String message) {
        return new Reason(code, message, null, null);
    }
}
