package dev.layeredsaga.inventory.item;

import dev.layeredsaga.inventory.queue.WaitQueue;
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

/** Puts items into stock and looks them up. */
@Service
public class Items {

    private final Section section;
    private final ItemRepository items;
    private final WaitQueue queue;
    private final StockObserver observer;

    Items(Section section, ItemRepository items, WaitQueue queue, StockObserver observer) {
        this.section = section;
        this.items = items;
        this.queue = queue;
        this.observer = observer;
    }

    /**
     * Creates the item, or sets the stock and the policy of an existing one, if it is in the state that the caller has read.
     *
     * @param policy null to leave that of an existing item as it is
     * @param asSeen true if the item is in that state; tested with null if there is none
     */
    public ItemOutcome put(
            String sku, int onHand, @Nullable ClaimPolicy policy, Predicate<@Nullable ItemSnapshot> asSeen) {
        Function<Consumer<Item>, ItemOutcome> put = queue -> {
            Item existing = items.find(sku);
            if (!asSeen.test(existing == null ? null : existing.snapshot())) {
                return new ItemOutcome.ChangedMeanwhile();
            }
            return existing == null ? create(sku, onHand, policy) : adjust(existing, onHand, policy, queue);
        };
        return section.run(
                skusToLock(sku),
                () -> put.apply(item -> observer.stockChanged(item.sku())),
                () -> new TreeSet<>(Set.of(sku)),
                () -> put.apply(item -> item.serveLater(0)));
    }

    /** Returns the sku and all skus that the first waiters want, because the change may grant them. */
    private SortedSet<String> skusToLock(String sku) {
        SortedSet<String> skus = new TreeSet<>(Set.of(sku));
        queue.next(skus, WaitQueue.LOOK_AHEAD)
                .forEach(waiter -> skus.addAll(waiter.quantities().keySet()));
        return skus;
    }

    private ItemOutcome create(String sku, int onHand, @Nullable ClaimPolicy policy) {
        if (policy == null) {
            return new ItemOutcome.PolicyMissing();
        }
        Item item = new Item(sku, onHand, policy);
        items.add(item);
        return new ItemOutcome.Created(item.snapshot());
    }

    private ItemOutcome adjust(Item item, int onHand, @Nullable ClaimPolicy policy, Consumer<Item> queue) {
        ItemOutcome refusal = item.adjust(onHand, policy);
        if (refusal != null) {
            return refusal;
        }
        if (item.hasLine()) {
            queue.accept(item);
        }
        items.flush();
        return new ItemOutcome.Updated(item.snapshot());
    }

    public Optional<ItemSnapshot> find(String sku) {
        return Optional.ofNullable(items.find(sku)).map(Item::snapshot);
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
