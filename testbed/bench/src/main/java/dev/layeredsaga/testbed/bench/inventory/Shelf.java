package dev.layeredsaga.testbed.bench.inventory;

import dev.layeredsaga.testbed.bench.service.InventoryClient;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All items that the clients claim. */
record Shelf(List<ShelfItem> items) {

    static Shelf fill(InventoryClient inventory) throws IOException, InterruptedException {
        Shelf shelf = new Shelf(Stream.of(Kind.values()).flatMap(Shelf::items).toList());
        for (ShelfItem item : shelf.items) {
            inventory.putItem(item.sku, item.kind.onHand, item.kind.policy);
        }
        return shelf;
    }

    private static Stream<ShelfItem> items(Kind kind) {
        return IntStream.range(0, kind.items).mapToObj(i -> new ShelfItem("shelf-" + kind + "-" + i, kind));
    }

    ShelfItem any() {
        return items.get(ThreadLocalRandom.current().nextInt(items.size()));
    }

    List<ShelfItem> of(Kind kind) {
        return items.stream().filter(item -> item.kind == kind).toList();
    }
}
