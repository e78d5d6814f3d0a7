package dev.layeredsaga.contract.saga;

import org.jspecify.annotations.Nullable;

/**
 * The reason for which an order was rejected or cancelled.
 *
 * @param sku the item, if the reason concerns a single item
 * @param retryAfterSeconds the time after which ordering again may succeed, if known
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
