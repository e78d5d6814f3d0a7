package dev.layeredsaga.inventory.request;

import java.util.regex.Pattern;

/**
 * An idempotency key: identifies one attempt to hold something or to change a stock, however often the request is repeated.
 *
 * @param caller the caller whose key it is; the keys of different callers are independent
 */
public record RequestKey(String caller, String value) {

    private static final Pattern VALID = Pattern.compile("[\\x21-\\x7e]{1,255}");

    /** @throws IllegalArgumentException unless the key consists of 1 to 255 visible ASCII characters */
    public RequestKey {
        if (!VALID.matcher(value).matches()) {
            throw new IllegalArgumentException("not an idempotency key");
        }
    }
}
