package dev.layeredsaga.order.placement;

import java.util.regex.Pattern;

/**
 * Identifies one attempt of a caller to place an order across all repetitions of the request.
 *
 * @param caller the owner of the key; keys of different callers never collide
 */
public record IdempotencyKey(String caller, String value) {

    private static final Pattern VALID = Pattern.compile("[\\x21-\\x7e]{1,255}");

    /** @throws IllegalArgumentException unless the key is of 1 to 255 visible ASCII characters */
    public IdempotencyKey {
        if (!VALID.matcher(value).matches()) {
            throw new IllegalArgumentException("not an idempotency key");
        }
    }
}
