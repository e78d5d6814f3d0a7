package dev.layeredsaga.testbed.bench.locks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Looks every few milliseconds at what is taken while payments are under way. */
final class Occupancy implements AutoCloseable {

    private static final int MILLIS_BETWEEN = 10;

    private final Design design;
    private final Payments payments;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private Seen seen = new Seen(0, 0, 0, 0, 0);
    private long looks;

    /**
     * What was seen.
     *
     * @param connections most database connections in use at a time
     * @param meanConnections on average
     * @param threads most platform threads at a time, of the whole JVM
     * @param payments most payments under way at a time
     * @param meanPayments on average
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
