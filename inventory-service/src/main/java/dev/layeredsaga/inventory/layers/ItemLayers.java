package dev.layeredsaga.inventory.layers;

import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.ClaimState;
import dev.layeredsaga.inventory.item.ItemSnapshot;
import dev.layeredsaga.inventory.item.SemanticLock;
import dev.layeredsaga.inventory.lock.LockReport;
import dev.layeredsaga.inventory.queue.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The three lock layers of an item, with those who hold it and those who wait for it.
 *
 * @param item with the semantic lock and the version
 * @param rlock the holder of the RLock; null if it is free, or not known
 * @param claims the live claims on the item, the first to end first
 * @param waiters the queue, first come first
 * @param findings what should not be as it is
 */
public record ItemLayers(
        ItemSnapshot item,
        LockReport.@Nullable Holder rlock,
        List<ClaimSnapshot> claims,
        List<Waiter> waiters,
        List<Finding> findings) {

    /** A lock that should not be there. */
    public enum Finding {
        /** The semantic lock has been past its end for longer than it takes to free the item. */
        SEMANTIC_LOCK_OVERDUE,
        /** The semantic lock names a claim that does not hold the item. */
        SEMANTIC_LOCK_WITHOUT_CLAIM,
        /** No section can be behind the RLock. */
        RLOCK_WITHOUT_SECTION
    }

    /** Overdue claims are polled every second. */
    private static final Duration LATE = Duration.ofSeconds(30);

    /** @param now the time by the database's clock */
    static ItemLayers of(
            ItemSnapshot item,
            LockReport.@Nullable Holder rlock,
            List<ClaimSnapshot> held,
            List<Waiter> waiters,
            Instant now) {
        List<ClaimSnapshot> claims =
                held.stream().filter(claim -> isOn(claim, item.sku())).toList();
        List<Finding> findings = new ArrayList<>();
        SemanticLock lock = item.lock();
        if (lock != null && lock.isExpired(now.minus(LATE))) {
            findings.add(Finding.SEMANTIC_LOCK_OVERDUE);
        }
        if (lock != null && claims.stream().noneMatch(claim -> claim.id().equals(lock.claimId()))) {
            findings.add(Finding.SEMANTIC_LOCK_WITHOUT_CLAIM);
        }
        if (rlock != null && rlock.stray()) {
            findings.add(Finding.RLOCK_WITHOUT_SECTION);
        }
        return new ItemLayers(
                item,
                rlock,
                claims,
                waiters.stream()
                        .filter(waiter -> waiter.quantities().containsKey(item.sku()))
                        .toList(),
                findings);
    }

    /**
     * Returns this without what was found on the semantic lock, unless the item still has its version.
     *
     * @param version the item's present version; null if the item is gone
     */
    ItemLayers confirmedBy(@Nullable Long version) {
        boolean same = version != null && version == item.version();
        return same || findings.isEmpty()
                ? this
                : new ItemLayers(
                        item,
                        rlock,
                        claims,
                        waiters,
                        findings.stream()
                                .filter(Finding.RLOCK_WITHOUT_SECTION::equals)
                                .toList());
    }

    private static boolean isOn(ClaimSnapshot claim, String sku) {
        return claim.state() == ClaimState.HELD
                && claim.lines().stream().map(ClaimSnapshot.Line::sku).anyMatch(sku::equals);
    }
}
