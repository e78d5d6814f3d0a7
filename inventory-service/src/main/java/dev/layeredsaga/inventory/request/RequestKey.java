package dev.layeredsaga.inventory.request;

import dev.layeredsaga.contract.IdempotentRequests;

/**
 * An idempotency key: identifies one attempt to hold something or to change a stock, however often the request is repeated.
 *
 * @param caller the caller whose key it is; the keys of different callers are independent
 */
public record RequestKey(String caller, String value) {

    /** @throws IllegalArgumentException unless the key consists of 1 to 255 visible ASCII characters */
    public RequestKey {
        value = IdempotentRequests.checkedKey(value);
    }
}
