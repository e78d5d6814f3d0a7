package dev.layeredsaga.testbed.bench.locks;

/**
 * The figures of a run.
 *
 * @param rate completed orders per second, after the ramp-up
 * @param seconds time until the last payment was finished
 * @param completed completed orders, including those that ended a little later
 * @param gaveUp customers whose timeout expired
 * @param turnedAway rejections by an overloaded service
 * @param busy times to the first answer for orders that found the item busy
 * @param ended times to the end of completed orders
 * @param sections times for which a lock was held
 */
record Figures(
        Way way,
        Workload workload,
        double rate,
        double seconds,
        int completed,
        int gaveUp,
        int turnedAway,
        Times busy,
        Times ended,
        Times sections,
        Occupancy.Seen seen,
        StockAudit audit) {

    boolean is(Way which, Workload where) {
        return way == which && workload.equals(where);
    }
}
