package dev.layeredsaga.testbed.bench.locks.design;

import dev.layeredsaga.testbed.bench.locks.load.Workload;
import dev.layeredsaga.testbed.bench.service.HostedInventory;
import dev.layeredsaga.testbed.bench.service.InventoryClient;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** The items of one run in a real service. */
public record Catalog(HostedInventory inventory, int items, String prefix) {

    private static final AtomicInteger SHELVES = new AtomicInteger();
    private static final int AT_A_TIME = 16;

    /** @param policy {@code EXCLUSIVE} or {@code COUNTED} */
    public static Catalog fill(HostedInventory inventory, Workload workload, String policy) throws Exception {
        Catalog catalog = new Catalog(inventory, workload.items(), "run-%d-item-".formatted(SHELVES.incrementAndGet()));
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME)) {
            for (Future<?> put : IntStream.range(0, workload.items())
                    .mapToObj(item ->
                            threads.submit(() -> catalog.client().putItem(catalog.sku(item), workload.stock(), policy)))
                    .toList()) {
                put.get();
            }
        }
        return catalog;
    }

    public InventoryClient client() {
        return inventory.client();
    }

    public String sku(int item) {
        return prefix + item;
    }

    /** Returns the stock by item, according to the service's database. */
    public int[] left() {
        int[] left = new int[items];
        inventory
                .database()
                .query(
                        "SELECT sku, on_hand FROM item WHERE starts_with(sku, ?)",
                        row -> {
                            left[Integer.parseInt(row.getString(1).substring(prefix.length()))] = row.getInt(2);
                        },
                        prefix);
        return left;
    }
}
