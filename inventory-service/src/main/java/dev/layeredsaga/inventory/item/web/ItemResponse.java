package dev.layeredsaga.inventory.item.web;

import dev.layeredsaga.inventory.item.ClaimPolicy;
import dev.layeredsaga.inventory.item.ItemSnapshot;
import dev.layeredsaga.inventory.item.SemanticLock;
import dev.layeredsaga.inventory.line.Waiter;
import dev.layeredsaga.inventory.line.web.WaiterResponse;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param sagaId who has the item at the moment: a saga's id, or the owner of a hold
 * @param waiting who waits for it, first come first; of a long line the first hundred
 */
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
        long version,
        List<WaiterResponse> waiting) {

    enum Status {
        AVAILABLE,
        RESERVING
    }

    static ItemResponse of(ItemSnapshot item, List<Waiter> waiting) {
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
                item.version(),
                waiting.stream().map(WaiterResponse::of).toList());
    }
}
