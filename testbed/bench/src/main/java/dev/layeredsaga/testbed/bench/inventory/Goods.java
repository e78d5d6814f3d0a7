package dev.layeredsaga.testbed.bench.inventory;

import dev.layeredsaga.testbed.bench.service.InventoryClient;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;

/** Items of one kind, with enough stock for every client. */
record Goods(String title, String prefix, int number, String policy) {

    private static final int ON_HAND = 1_000_000;

    void putInto(InventoryClient inventory) throws IOException, InterruptedException {
        for (int i = 0; i < number; i++) {
            inventory.putItem(prefix + i, ON_HAND, policy);
        }
    }

    String anySku() {
        return prefix + ThreadLocalRandom.current().nextInt(number);
    }
}
