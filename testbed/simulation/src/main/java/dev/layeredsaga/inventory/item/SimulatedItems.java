package dev.layeredsaga.inventory.item;

import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.EntityTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The items in a simulated database. */
public final class SimulatedItems extends ItemRepository {

    private final EntityTable<String, Item> table;

    @SuppressWarnings("NullAway") // nothing of what is inherited is used
    public SimulatedItems(Database database) {
        super(null);
        this.table = new EntityTable<>(database, Item.class, Item::sku);
    }

    /** Puts an item into stock, in the current transaction. */
    public void stock(String sku, int onHand, ClaimPolicy policy) {
        table.add(new Item(sku, onHand, policy));
    }

    /** Told of every item that has been written. */
    public void observe(Consumer<ItemSnapshot> observer) {
        table.observe((before, after) -> observer.accept(after.snapshot()));
    }

    /** All as they stand. */
    public List<Item> all() {
        return List.copyOf(table.rows());
    }

    /** The item as it stands. */
    public @Nullable ItemSnapshot snapshot(String sku) {
        Item item = table.row(sku);
        return item == null ? null : item.snapshot();
    }

    @Override
    public List<Item> findAll(Collection<String> skus) {
        List<Item> found = new ArrayList<>();
        for (String sku : new TreeSet<>(skus)) {
            Item item = table.find(sku);
            if (item != null) {
                found.add(item);
            }
        }
        return found;
    }

    @Override
    @Nullable Item find(String sku) {
        return table.find(sku);
    }

    @Override
    void add(Item item) {
        table.add(item);
    }

    @Override
    void flush() {
        table.flush();
    }
}
