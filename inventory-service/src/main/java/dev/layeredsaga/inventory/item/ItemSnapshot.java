package dev.layeredsaga.inventory.item;

import org.jspecify.annotations.Nullable;

/** An item as it was when it was read. */
public record ItemSnapshot(
        String sku,
        int onHand,
        int reserved,
        ClaimPolicy policy,
        @Nullable SemanticLock lock,
        int waiting,
        long version) {

    public int available() {
        return onHand - reserved;
    }
}
