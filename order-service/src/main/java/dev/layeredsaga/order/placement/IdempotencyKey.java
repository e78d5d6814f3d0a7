package dev.layeredsaga.order.placement;

import dev.layeredsaga.contract.IdempotentRequests;

/**
 * Identifies one attempt of a caller to place an order across all repetitions of the request.
 *
 * @param caller the owner of the key; keys of different callers never collide
 */
public record IdempotencyKey(String caller, String value) {

    /** @throws IllegalArgumentException unless the key is of 1 to 255 visible ASCII characters */
    public IdempotencyKey {
        value = IdempotentRequests.checkedKey(value);
    }
}
