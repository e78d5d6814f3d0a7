package dev.layeredsaga.testbed.bench.locks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Samples connections and threads in use every few milliseconds while payments are in flight. */
final class Occupancy implements AutoCloseable {

    private static final int MILLIS_BETWEEN = 10;

    private final Design design;
    private final Payments payments;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private Seen seen = new Seen(0, 0, 0, 0, 0);
    private long looks;

    /**
     * The samples so far.
     *
     * @param connections maximum of database connections in use at a time
     * @param meanConnections mean of database connections in use
     * @param threads maximum of platform threads of the whole JVM
     * @param payments maximum of payments in flight
     * @param meanPayments mean of payments in flight
     */
    record Seen(int connections, double meanConnections, int threads, int payments, double meanPayments) {

        private Seen and(int moreConnections, int moreThreads, int morePayments, long looks) {
            return new Seen(
                    Math.max(connections, moreConnections),
                    meanConnections + (moreConnections - meanConnections) / looks,
                    Math.max(threads, moreThreads),
                    Math.max(payments, morePayments),
                    meanPayments + (morePayments - meanPayments) / looks);
        }
    }

    private Occupancy(Design design, Payments payments) {
        this.design = design;
        this.payments = payments;
    }

    static Occupancy watch(Design design, Payments payments) {
        Occupancy occupancy = new Occupancy(design, payments);
        var unused = occupancy.clock.scheduleWithFixedDelay(
                occupancy::look, MILLIS_BETWEEN, MILLIS_BETWEEN, TimeUnit.MILLISECONDS);
        return occupancy;
    }

    private synchronized void look() {
        int underWay = payments.underWay();
        if (underWay > 0) {
            looks++;
            seen = seen.and(design.activeConnections(), threads.getThreadCount(), underWay, looks);
        }
    }

    synchronized Seen seen() {
        return seen;
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
