package dev.layeredsaga.testbed.bench.locks.load;

import java.time.Duration;

/** Times one order, and its customer's timeout. For one thread. */
public final class Watch {

    /** Timeout after which a customer gives up. */
    public static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final long begin = System.nanoTime();
    private final long endOfRun;
    private boolean foundBusy;
    private int turnedAway;
    private long answered;

    /** @param endOfRun the time at which waiting orders are cut short, in {@link System#nanoTime()} */
    Watch(long endOfRun) {
        this.endOfRun = endOfRun;
    }

    public void foundBusy() {
        foundBusy = true;
    }

    public void turnedAway() {
        turnedAway++;
    }

    /** Records the time of the first answer; later calls have no effect. */
    public void answered() {
        if (answered == 0) {
            answered = elapsed();
        }
    }

    /** Returns the time left, at least one millisecond. */
    public long remainingMillis() {
        long left = Math.min(begin + TIMEOUT.toNanos(), endOfRun) - System.nanoTime();
        return Math.max(1, left / 1_000_000);
    }

    public boolean hasTimeLeft() {
        return remainingMillis() > 1;
    }

    public Sale completed() {
        return sale(Sale.Outcome.COMPLETED);
    }

    public Sale outOfStock() {
        return sale(Sale.Outcome.OUT_OF_STOCK);
    }

    public Sale refunded() {
        return sale(Sale.Outcome.REFUNDED);
    }

    public Sale givenUp() {
        return sale(elapsed() < TIMEOUT.toNanos() - 5_000_000 ? Sale.Outcome.CUT_SHORT : Sale.Outcome.GAVE_UP);
    }

    private Sale sale(Sale.Outcome outcome) {
        if (outcome != Sale.Outcome.CUT_SHORT) {
            answered();
        }
        return new Sale(outcome, foundBusy, turnedAway, answered, elapsed());
    }

    private long elapsed() {
        return System.nanoTime() - begin;
    }

    /**
     * The result of one order. Times are nanoseconds since the order was placed.
     *
     * @param foundBusy true if another order was in the way at first
     * @param turnedAway rejections by an overloaded service
     * @param answered time of the first answer to the customer (proceeding, busy or failed); 0 if the run ended before
     * @param ended time of the order's end
     */
    public record Sale(Outcome outcome, boolean foundBusy, int turnedAway, long answered, long ended) {

        /** The outcome of an order. */
        enum Outcome {
            /** Paid and sold. */
            COMPLETED,
            /** The customer's timeout expired. */
            GAVE_UP,
            /** Not paid, because no stock was left. */
            OUT_OF_STOCK,
            /** Paid, then refunded, because no stock was left. */
            REFUNDED,
            /** The run ended while the customer was still waiting; not significant. */
            CUT_SHORT
        }

        boolean isCompleted() {
            return outcome == Outcome.COMPLETED;
        }

        /** Returns true if the item was busy at first and the customer was answered. */
        boolean isBusyAnswer() {
            return foundBusy && answered > 0;
        }
    }
}
