package dev.layeredsaga.inventory.layers.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.layeredsaga.chassis.http.Page;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.item.ClaimPolicy;
import dev.layeredsaga.inventory.item.ItemSnapshot;
import dev.layeredsaga.inventory.item.SemanticLock;
import dev.layeredsaga.inventory.layers.ItemLayers;
import dev.layeredsaga.inventory.layers.LockLayers;
import dev.layeredsaga.inventory.lock.LockReport;
import dev.layeredsaga.inventory.web.WaiterResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * @param rlocks {@code LISTED}; {@code DEGRADED} while sections go on without RLocks; {@code UNREADABLE} if Redis did not answer;
 *     {@code NOT_LISTED} with another lock provider
 * @param degradedSince the start of the outage of Redis; absent if there is none
 * @param rlocksComplete true if every RLock in Redis is listed
 * @param rlocksWithoutItem RLocks that belong to no item, with the first page
 * @param now the time by the database's clock
 * @param next the sku to go on after; absent on the last page
 */
record LockPageResponse(
        LockReport.State rlocks,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant degradedSince,
        boolean rlocksComplete,
        SortedSet<String> rlocksWithoutItem,
        Instant now,
        List<LayersResponse> items,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next) {

    /**
     * @param rlock the holder of the RLock; absent if it is free, or not known
     * @param semanticLock the semantic lock; absent if there is none
     * @param claims the live claims, the first to end first; of very many not all
     * @param queue the waiters in queue order; of very many not all
     */
    record LayersResponse(
            String sku,
            ClaimPolicy policy,
            int onHand,
            int reserved,
            long version,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable RLockResponse rlock,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable SemanticLockResponse semanticLock,

            List<HeldClaimResponse> claims,
            int queueLength,
            List<WaiterResponse> queue,
            List<ItemLayers.Finding> findings) {

        static LayersResponse of(ItemLayers layers) {
            ItemSnapshot item = layers.item();
            return new LayersResponse(
                    item.sku(),
                    item.policy(),
                    item.onHand(),
                    item.reserved(),
                    item.version(),
                    RLockResponse.of(layers.rlock()),
                    SemanticLockResponse.of(item.lock()),
                    layers.claims().stream()
                            .map(claim -> HeldClaimResponse.of(claim, item.sku()))
                            .toList(),
                    item.waiting(),
                    layers.waiters().stream().map(WaiterResponse::of).toList(),
                    layers.findings());
        }
    }

    /** @param leaseLeftMillis the time until the lock ends by itself; absent if it never does */
    record RLockResponse(
            String holder,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long leaseLeftMillis) {

        static @Nullable RLockResponse of(LockReport.@Nullable Holder holder) {
            if (holder == null) {
                return null;
            }
            Duration left = holder.leaseLeft();
            return new RLockResponse(holder.name(), left == null ? null : left.toMillis());
        }
    }

    /** @param owner a saga's id, or the owner of a hold */
    record SemanticLockResponse(String owner, UUID claimId, Instant since, Instant until) {

        static @Nullable SemanticLockResponse of(@Nullable SemanticLock lock) {
            return lock == null
                    ? null
                    : new SemanticLockResponse(lock.owner(), lock.claimId(), lock.lockedAt(), lock.expiresAt());
        }
    }

    /** @param quantity the quantity of this item */
    record HeldClaimResponse(UUID claimId, String owner, int quantity, Instant since, Instant until) {

        static HeldClaimResponse of(ClaimSnapshot claim, String sku) {
            int quantity = claim.lines().stream()
                    .filter(line -> line.sku().equals(sku))
                    .mapToInt(line -> line.quantity())
                    .sum();
            return new HeldClaimResponse(claim.id(), claim.owner(), quantity, claim.createdAt(), claim.expiresAt());
        }
    }

    static LockPageResponse of(LockLayers.Found found, Page<ItemLayers, String> page) {
        LockReport rlocks = found.rlocks();
        return new LockPageResponse(
                rlocks.state(),
                rlocks.since(),
                rlocks.complete(),
                found.withoutItem(),
                found.now(),
                page.entries().stream().map(LayersResponse::of).toList(),
                page.next());
    }
}
