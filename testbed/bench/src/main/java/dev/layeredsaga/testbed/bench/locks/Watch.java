package dev.layeredsaga.testbed.bench.locks;

import java.time.Duration;

/** Times one order, and its customer's timeout. For one thread. */
final class Watch {

    /** Timeout after which a customer gives up. */
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final long begin = System.nanoTime();
    private final long endOfRun;
    private boolean foundBusy;
    private int turnedAway;
    private long told;

    /** @param endOfRun the time at which waiting orders are cut short, in {@link System#nanoTime()} */
    Watch(long endOfRun) {
        this.endOfRun = endOfRun;
    }

    void foundBusy() {
        foundBusy = true;
    }

    void turnedAway() {
        turnedAway++;
    }

    /** Records the time of the first answer; later calls have no effect. */
    void told() {
        if (told == 0) {
            told = elapsed();
        }
    }

    /** Returns the time left, at least one millisecond. */
    long patienceMillis() {
        long left = Math.min(begin + TIMEOUT.toNanos(), endOfRun) - System.nanoTime();
        return Math.max(1, left / 1_000_000);
    }

    boolean isPatient() {
        return patienceMillis() > 1;
    }

    Sale completed() {
        return sale(Outcome.COMPLETED);
    }

    Sale outOfStock() {
        return sale(Outcome.OUT_OF_STOCK);
    }

    Sale refunded() {
        return sale(Outcome.REFUNDED);
    }

    Sale givenUp() {
        return sale(elapsed() < TIMEOUT.toNanos() - 5_000_000 ? Outcome.CUT_SHORT : Outcome.GAVE_UP);
    }

    private Sale sale(Outcome outcome) {
        if (outcome != Outcome.CUT_SHORT) {
            told();
        }
        return new Sale(outcome, foundBusy, turnedAway, told, elapsed());
    }

    private long elapsed() {
        return System.nanoTime() - begin;
    }
}
