package dev.layeredsaga.inventory.layers;

import dev.layeredsaga.inventory.claim.ClaimSearch;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.item.ItemSnapshot;
import dev.layeredsaga.inventory.item.Items;
import dev.layeredsaga.inventory.item.SemanticLock;
import dev.layeredsaga.inventory.lock.LockInspector;
import dev.layeredsaga.inventory.lock.LockReport;
import dev.layeredsaga.inventory.queue.WaitQueue;
import dev.layeredsaga.inventory.queue.Waiter;
import dev.layeredsaga.messaging.time.DatabaseClock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Service;

/**
 * Reads the lock layers of the items that are held or waited for. The layers are read one after the other, so that a change between
 * may show in one and not yet in the next. Thread-safe.
 */
@Service
public class LockLayers {

    private static final int MOST_CLAIMS = 500;
    private static final int MOST_WAITERS = 500;

    private final LockInspector rlocks;
    private final Items items;
    private final ClaimSearch claims;
    private final WaitQueue queue;
    private final DatabaseClock clock;

    /** @param rlocks empty if the lock provider cannot list its locks */
    LockLayers(
            ObjectProvider<LockInspector> rlocks,
            Items items,
            ClaimSearch claims,
            WaitQueue queue,
            DatabaseClock clock) {
        this.rlocks = rlocks.getIfAvailable(() -> keys -> LockReport.without(LockReport.State.NOT_LISTED, null));
        this.items = items;
        this.claims = claims;
        this.queue = queue;
        this.clock = clock;
    }

    /**
     * A page of items.
     *
     * @param rlocks the answer of the lock provider
     * @param withoutItem RLocks on the first page's list that belong to no item
     * @param now the time by the database's clock
     */
    public record Found(LockReport rlocks, SortedSet<String> withoutItem, List<ItemLayers> items, Instant now) {}

    /**
     * Returns up to {@code limit} items that are held, waited for or locked, in the order of their skus.
     *
     * @param sku only items whose sku begins like this, and the one of this name even if it is free
     * @param after only items behind this sku
     */
    public Found find(String sku, @Nullable String after, int limit) {
        LockReport report = rlocks.inspect(Set.of());
        List<ItemSnapshot> found = items.busy(sku, report.held().keySet(), after, limit);
        List<String> skus = found.stream().map(ItemSnapshot::sku).toList();
        if (!report.complete() && report.state() == LockReport.State.LISTED) {
            report = rlocks.inspect(skus);
        }
        return found(report, found, withoutItem(report, after));
    }

    private Found found(LockReport report, List<ItemSnapshot> found, SortedSet<String> withoutItem) {
        List<String> skus = found.stream().map(ItemSnapshot::sku).toList();
        List<ClaimSnapshot> held = claims.heldOn(
                skus,
                found.stream()
                        .map(ItemSnapshot::lock)
                        .filter(Objects::nonNull)
                        .map(SemanticLock::claimId)
                        .toList(),
                MOST_CLAIMS);
        List<Waiter> waiters = skus.isEmpty() ? List.of() : queue.next(skus, MOST_WAITERS);
        Instant now = clock.now();
        List<ItemLayers> layers = found.stream()
                .map(item -> ItemLayers.of(item, report.held().get(item.sku()), held, waiters, now))
                .toList();
        return new Found(report, withoutItem, confirmFindings(layers), now);
    }

    /** Keeps what was found on the semantic lock of an item if the item has not changed while the claims were read. */
    private List<ItemLayers> confirmFindings(List<ItemLayers> layers) {
        Map<String, Long> versions = items
                .findAll(layers.stream()
                        .filter(layer -> !layer.findings().isEmpty())
                        .map(layer -> layer.item().sku())
                        .toList())
                .stream()
                .collect(Collectors.toMap(ItemSnapshot::sku, ItemSnapshot::version));
        return layers.stream()
                .map(layer -> layer.confirmedBy(versions.get(layer.item().sku())))
                .toList();
    }

    private SortedSet<String> withoutItem(LockReport report, @Nullable String after) {
        SortedSet<String> locked = after == null ? new TreeSet<>(report.held().keySet()) : new TreeSet<>();
        items.findAll(locked).forEach(item -> locked.remove(item.sku()));
        return locked;
    }
}
