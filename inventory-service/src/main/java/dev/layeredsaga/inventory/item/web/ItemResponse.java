package dev.layeredsaga.inventory.item.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.layeredsaga.inventory.item.ClaimPolicy;
import dev.layeredsaga.inventory.item.ItemSnapshot;
import dev.layeredsaga.inventory.item.SemanticLock;
import dev.layeredsaga.inventory.queue.Waiter;
import dev.layeredsaga.inventory.web.WaiterResponse;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param sagaId the current holder: a saga's id, or the owner of a hold; null for customers
 * @param queueLength the number of waiters
 * @param soldSinceSet with a PUT that sets more than was left: how many pieces had been sold since the stock was last set; null if none
 * @param waiting the waiters in queue order, at most the first hundred; only for operators, and not in a list
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
        int queueLength,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long soldSinceSet,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<WaiterResponse> waiting) {

    enum Status {
        AVAILABLE,
        RESERVING
    }

    static ItemResponse forOperators(ItemSnapshot item, List<Waiter> waiting, @Nullable Long soldSinceSet) {
        return of(item, ownerOf(item), waiting.stream().map(WaiterResponse::of).toList(), soldSinceSet);
    }

    /** Omits the waiters, whose number is there. */
    static ItemResponse listedForOperators(ItemSnapshot item) {
        return of(item, ownerOf(item), null, null);
    }

    /** Omits all data about others: no owner, no saga and no order. */
    static ItemResponse forCustomers(ItemSnapshot item) {
        return of(item, null, null, null);
    }

    private static @Nullable String ownerOf(ItemSnapshot item) {
        SemanticLock lock = item.lock();
        return lock == null ? null : lock.owner();
    }

    private static ItemResponse of(
            ItemSnapshot item,
            @Nullable String owner,
            @Nullable List<WaiterResponse> waiting,
            @Nullable Long soldSinceSet) {
        SemanticLock lock = item.lock();
        return new ItemResponse(
                item.sku(),
                item.onHand(),
                item.reserved(),
                item.available(),
                item.policy(),
                lock == null ? Status.AVAILABLE : Status.RESERVING,
                owner,
                lock == null ? null : lock.lockedAt(),
                lock == null ? null : lock.expiresAt(),
                item.version(),
                item.waiting(),
                soldSinceSet,
                waiting);
    }
}
