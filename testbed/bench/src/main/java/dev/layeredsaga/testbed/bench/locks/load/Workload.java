package dev.layeredsaga.testbed.bench.locks.load;

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
public record Workload(int items, int stock, Duration payment, int clients, Duration howLong) {

    /** More than can be sold in a run, so that no order is refused as out of stock. */
    private static final int PLENTY = 100_000;

    private static final int CROWD = 1_000;

    /** Creates a workload with more of each item than can be sold. */
    public static Workload of(int items, Duration payment, int clients, Duration howLong) {
        return new Workload(items, PLENTY, payment, clients, howLong);
    }

    /** Returns true if the stub's own cost of each payment over HTTP would dominate the measurement. */
    boolean isTooMuchForTheStub() {
        return clients >= CROWD;
    }

    /** Returns the time over which the clients start one after the other; with scarce stock they start at once. */
    Duration rampUp() {
        return stock < PLENTY ? Duration.ZERO : howLong.dividedBy(12);
    }

    public String title() {
        return "%s, payment %s, %,d clients"
                .formatted(
                        stock < PLENTY
                                ? "%,d pieces".formatted(stock)
                                : items == 1 ? "one item" : "%,d items".formatted(items),
                        payment.toMillis() < 1000 ? payment.toMillis() + " ms" : payment.toSeconds() + " s",
                        clients);
    }
}
