package dev.layeredsaga.testbed.bench.outbox;

/**
 * The figures of one run.
 *
 * @param rate messages a second, from the first commit to the last receipt
 * @param p50 median of the milliseconds from commit to first receipt
 * @param p99 99th percentile of the same
 * @param outOfOrder first receipts that were not the next of their key
 * @param repeated receipts after a message's first
 * @param missing messages not received in time
 * @param rowsLeft rows in the table at the end
 */
record Figures(double rate, double p50, double p99, int outOfOrder, int repeated, int missing, int rowsLeft) {}
