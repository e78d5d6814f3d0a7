package dev.layeredsaga.testbed.bench.locks;

/**
 * The result of one order. Times are nanoseconds since the order was placed.
 *
 * @param foundBusy true if another order was in the way at first
 * @param turnedAway rejections by an overloaded service
 * @param told time of the first answer to the customer (proceeding, busy or failed); 0 if the run ended before
 * @param ended time of the order's end
 */
record Sale(Outcome outcome, boolean foundBusy, int turnedAway, long told, long ended) {

    boolean isCompleted() {
        return outcome == Outcome.COMPLETED;
    }

    /** Returns true if the item was busy at first and the customer was answered. */
    boolean isBusyAnswer() {
        return foundBusy && told > 0;
    }
}
