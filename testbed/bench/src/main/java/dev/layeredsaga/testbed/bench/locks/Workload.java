package dev.layeredsaga.testbed.bench.locks;

import java.time.Duration;

/**
 * The load on a design.
 *
 * @param items the number of items, of which each order picks one at random
 * @param stock the initial stock of each item
 * @param payment the duration of a payment
 * @param clients the number of clients, each of which orders again when its last order has ended
 * @param howLong the maximum duration
 */
record Workload(int items, int stock, Duration payment, int clients, Duration howLong) {

    /** More than can be sold in a run, so that no order is refused as out of stock. */
    private static final int PLENTY = 100_000;

    private static final int CROWD = 1_000;

    static Workload hot(Duration payment, int clients, Duration howLong) {
        return new Workload(1, PLENTY, payment, clients, howLong);
    }

    static Workload spread(int items, Duration payment, int clients, Duration howLong) {
        return new Workload(items, PLENTY, payment, clients, howLong);
    }

    /** Creates a workload with so little of one item that it soon sells out. */
    static Workload scarce(int stock, Duration payment, int clients, Duration atMost) {
        return new Workload(1, stock, payment, clients, atMost);
    }

    /** Returns true if the stub's own cost of each payment over HTTP would dominate the measurement. */
    boolean isTooMuchForTheStub() {
        return clients >= CROWD;
    }

    /** Returns the time over which the clients start one after the other; with scarce stock they start at once. */
    Duration rampUp() {
        return stock < PLENTY ? Duration.ZERO : howLong.dividedBy(12);
    }

    String title() {
        return "%s, payment %s, %,d clients"
                .formatted(
                        items == 1 ? "one item" : "%,d items".formatted(items),
                        payment.toMillis() < 1000 ? payment.toMillis() + " ms" : payment.toSeconds() + " s",
                        clients);
    }
}
