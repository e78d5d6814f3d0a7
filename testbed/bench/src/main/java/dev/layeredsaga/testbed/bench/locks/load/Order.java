package dev.layeredsaga.testbed.bench.locks.load;

import java.util.UUID;

/**
 * An order of one piece by one customer.
 *
 * @param id the id of the order and of its saga
 * @param item the item's number, counted from 0
 */
public record Order(UUID id, int item) {

    public static Order of(int item) {
        return new Order(UUID.randomUUID(), item);
    }

    /** Returns the reference for the gateway, which contains the item paid for. */
    String reference() {
        return item + "." + id;
    }

    static int itemOf(String reference) {
        return Integer.parseInt(reference.substring(0, reference.indexOf('.')));
    }
}
