package dev.layeredsaga.testbed.bench.locks;

import java.util.UUID;

/**
 * One customer wants one piece.
 *
 * @param id of the order and of its saga
 * @param item which one, counted from 0
 */
record Order(UUID id, int item) {

    static Order of(int item) {
        return new Order(UUID.randomUUID(), item);
    }

    /** What the gateway knows it as; tells which item was paid. */
    String reference() {
        return item + "." + id;
    }

    static int itemOf(String reference) {
        return Integer.parseInt(reference.substring(0, reference.indexOf('.')));
    }
}
