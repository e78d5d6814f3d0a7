package dev.layeredsaga.testbed.bench.locks;

/**
 * What a run came to.
 *
 * @param rate completed orders a second, once everybody had come
 * @param seconds how long it took until the last payment was brought to its end
 * @param completed orders, also those that ended a little later
 * @param gaveUp customers whose patience was over
 * @param turnedAway how often a service said that it had too much to do
 * @param busy until those who found it busy heard anything
 * @param ended until completed orders were
 * @param sections how long a lock was held at a time
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
        Books books) {

    boolean is(Way which, Workload where) {
        return way == which && workload.equals(where);
    }
}
