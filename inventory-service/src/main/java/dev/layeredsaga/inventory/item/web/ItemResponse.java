package dev.layeredsaga.inventory.item.web;

import dev.layeredsaga.inventory.item.ClaimPolicy;
import dev.layeredsaga.inventory.item.ItemSnapshot;
import dev.layeredsaga.inventory.item.SemanticLock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** @param sagaId who has the item at the moment: a saga's id, or the owner of a hold */
record ItemResponse(
        String sku,
        int onHand,
        int reserved,
        int available,
        ClaimPolicy policy,
        Status status,
        @Nullable String sagaId,
        @Nullable Instant lockedAt,
        @Nullable Instant lockExpiresAt,
        long version) {

    enum Status {
        AVAILABLE,
        RESERVING
    }

    static ItemResponse of(ItemSnapshot item) {
        SemanticLock lock = item.lock();
        return new ItemResponse(
                item.sku(),
                item.onHand(),
                item.reserved(),
                item.available(),
                item.policy(),
                lock == null ? Status.AVAILABLE : Status.RESERVING,
                lock == null ? null : lock.owner(),
                lock == null ? null : lock.lockedAt(),
                lock == null ? null : lock.expiresAt(),
                item.version());
    }
}
