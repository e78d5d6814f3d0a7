package dev.layeredsaga.inventory.item;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.inventory.item.ItemOutcome.Done;
import dev.layeredsaga.inventory.item.ItemOutcome.Put;
import dev.layeredsaga.inventory.item.ItemOutcome.Refused;
import dev.layeredsaga.inventory.queue.WaitQueue;
import dev.layeredsaga.inventory.request.RequestKey;
import dev.layeredsaga.inventory.section.Section;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Puts items into stock, changes and retires them, and looks them up. */
@Service
public class Items {

    private final Section section;
    private final ItemRepository items;
    private final Movements movements;
    private final WaitQueue queue;
    private final StockObserver observer;

    Items(Section section, ItemRepository items, Movements movements, WaitQueue queue, StockObserver observer) {
        this.section = section;
        this.items = items;
        this.movements = movements;
        this.queue = queue;
        this.observer = observer;
    }

    /**
     * Creates the item, or sets the stock and the policy of an existing one, if it is in the state that the caller has read.
     *
     * @param policy null to leave that of an existing item as it is
     * @param asSeen true if the item is in that state; tested with null if there is none
     */
    public ItemOutcome<Put> put(
            String operator,
            String sku,
            int onHand,
            @Nullable ClaimPolicy policy,
            Predicate<@Nullable ItemSnapshot> asSeen) {
        return change(sku, serve -> {
            Item stored = items.find(sku);
            Item present = present(stored);
            if (!asSeen.test(present == null ? null : present.snapshot())) {
                return new Refused<>(new ItemOutcome.ChangedMeanwhile());
            }
            if (present == null && policy == null) {
                return new Refused<>(new ItemOutcome.PolicyMissing());
            }
            Item item = stored == null ? new Item(sku, 0, requireNonNull(policy)) : stored;
            int before = item.snapshot().onHand();
            long sold = present == null || onHand <= before ? 0 : present.soldSinceSet();
            ItemOutcome.Refusal refusal = item.adjust(onHand, policy);
            if (refusal != null) {
                return new Refused<>(refusal);
            }
            if (stored == null) {
                items.add(item);
            }
            return new Done<>(new Put(recorded(item, before, "set", operator, serve), present == null, sold));
        });
    }

    /**
     * Changes the stock by a difference, once for each key.
     *
     * @param delta not 0
     */
    public ItemOutcome<Movement> move(RequestKey key, String sku, int delta, String reason) {
        return change(sku, serve -> {
            Optional<Movement> earlier = movements.find(key);
            if (earlier.isPresent()) {
                return earlier.get().is(sku, delta, reason)
                        ? new Done<>(earlier.get())
                        : new Refused<>(new ItemOutcome.KeyReused());
            }
            Item item = present(items.find(sku));
            if (item == null) {
                return new Refused<>(new ItemOutcome.Unknown());
            }
            ItemOutcome.Refusal refusal = item.move(delta);
            return refusal == null
                    ? new Done<>(movements.add(written(item, serve), delta, reason, key.caller(), key.value()))
                    : new Refused<>(refusal);
        });
    }

    /**
     * Takes the item out of stock: it is as one that was never there, until it is put again. Does nothing if there is none.
     *
     * @param asSeen as with {@link #put}
     */
    public Optional<ItemOutcome.Refusal> retire(String operator, String sku, Predicate<@Nullable ItemSnapshot> asSeen) {
        return change(sku, serve -> {
            Item item = present(items.find(sku));
            ItemSnapshot before = item == null ? null : item.snapshot();
            if (!asSeen.test(before)) {
                return Optional.of(new ItemOutcome.ChangedMeanwhile());
            }
            if (item != null && before != null) {
                if (!item.retire()) {
                    return Optional.of(new ItemOutcome.InUse(before.reserved(), before.waiting()));
                }
                recorded(item, before.onHand(), "retired", operator, serve);
            }
            return Optional.empty();
        });
    }

    /** @param work is given what serves the item's waiters after the change */
    private <T> T change(String sku, Function<Consumer<Item>, T> work) {
        return section.run(
                skusToLock(sku),
                () -> work.apply(item -> observer.stockChanged(item.sku())),
                () -> new TreeSet<>(Set.of(sku)),
                () -> work.apply(item -> item.serveLater(0)));
    }

    /** Returns the sku and all skus that the first waiters want, because the change may grant them. */
    private SortedSet<String> skusToLock(String sku) {
        SortedSet<String> skus = new TreeSet<>(Set.of(sku));
        queue.next(skus, WaitQueue.LOOK_AHEAD)
                .forEach(waiter -> skus.addAll(waiter.quantities().keySet()));
        return skus;
    }

    private static @Nullable Item present(@Nullable Item stored) {
        return stored == null || stored.isRetired() ? null : stored;
    }

    /** Serves the waiters and writes the item, as the ledger refers to it. */
    private ItemSnapshot written(Item item, Consumer<Item> serve) {
        if (item.hasLine()) {
            serve.accept(item);
        }
        items.flush();
        return item.snapshot();
    }

    private ItemSnapshot recorded(Item item, int before, String reason, String operator, Consumer<Item> serve) {
        ItemSnapshot now = written(item, serve);
        if (now.onHand() != before) {
            movements.add(now, now.onHand() - before, reason, operator, null);
        }
        return now;
    }

    /** Returns up to {@code limit} movements of the item before this one, newest first; also of one that is retired. */
    public List<Movement> movements(String sku, @Nullable Long before, int limit) {
        return movements.list(sku, before == null ? Long.MAX_VALUE : before, limit);
    }

    public Optional<ItemSnapshot> find(String sku) {
        return Optional.ofNullable(present(items.find(sku))).map(Item::snapshot);
    }

    /**
     * Returns up to {@code limit} items in the order of their skus.
     *
     * @param after only items behind this sku, which need not exist; all if null
     */
    public List<ItemSnapshot> list(@Nullable String after, int limit) {
        return items.findBehind(after == null ? "" : after, limit).stream()
                .map(Item::snapshot)
                .toList();
    }

    /** Returns those of these items that exist. */
    public List<ItemSnapshot> findAll(Collection<String> skus) {
        return items.findAll(skus).stream().map(Item::snapshot).toList();
    }

    /**
     * Returns up to {@code limit} items that are reserved, waited for or among {@code others}, in the order of their skus.
     *
     * @param prefix only skus that begin like this; the item with just this sku counts as busy, too
     * @param after only items behind this sku, which need not exist; all if null
     */
    public List<ItemSnapshot> busy(String prefix, Collection<String> others, @Nullable String after, int limit) {
        return items.findBusy(prefix, others, after == null ? "" : after, limit).stream()
                .map(Item::snapshot)
                .toList();
    }
}
