package dev.layeredsaga.testbed.bench.locks;

/**
 * How one order went. Times are nanoseconds since the customer asked.
 *
 * @param foundBusy somebody else's order was in the way at first
 * @param turnedAway how often a service said that it had too much to do
 * @param told until the customer heard anything: that it goes on, that others are at it, or that it was for nothing; 0 if the
 *     run ended before
 * @param ended until it was over
 */
record Sale(Outcome outcome, boolean foundBusy, int turnedAway, long told, long ended) {

    boolean isCompleted() {
        return outcome == Outcome.COMPLETED;
    }

    /** Whether the customer had to be told that others were at it, and was. */
    boolean isBusyAnswer() {
        return foundBusy && told > 0;
    }
}
