package dev.layeredsaga.testbed.bench.locks;

import java.time.Duration;

/**
 * What a design is put under.
 *
 * @param items of which each order wants one, at random
 * @param stock of each item at first
 * @param payment how long one takes
 * @param clients each of whom orders again when the last order has ended
 * @param howLong at most
 */
record Workload(int items, int stock, Duration payment, int clients, Duration howLong) {

    /** More than can be sold in a run, so that nobody is refused for want of stock. */
    private static final int PLENTY = 100_000;

    private static final int CROWD = 1_000;

    static Workload hot(Duration payment, int clients, Duration howLong) {
        return new Workload(1, PLENTY, payment, clients, howLong);
    }

    static Workload spread(int items, Duration payment, int clients, Duration howLong) {
        return new Workload(items, PLENTY, payment, clients, howLong);
    }

    /** So little of one item that it is soon gone. */
    static Workload scarce(int stock, Duration payment, int clients, Duration atMost) {
        return new Workload(1, stock, payment, clients, atMost);
    }

    /** Whether the stub's own cost, for each payment over HTTP, would take the place of what is measured. */
    boolean isTooMuchForTheStub() {
        return clients >= CROWD;
    }

    /** Within which the clients come, one after the other; where there is too little, all at once. */
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
