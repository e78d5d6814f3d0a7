package dev.layeredsaga.testbed.bench.engine;

import dev.layeredsaga.testbed.bench.measure.DatabaseCost;
import dev.layeredsaga.testbed.bench.measure.Times;
import java.time.Duration;

/**
 * The figures of one run.
 *
 * @param sagas completed in all, including those before and after the measurement; the costs are per saga of these
 * @param perSecond completed per second during the measurement
 * @param times from the saga's intended start to the commit of its end
 * @param database the work of PostgreSQL
 * @param self CPU time of this JVM: the contender, the load generator and Kafka's broker
 */
record Figures(long sagas, double perSecond, Times times, DatabaseCost database, Duration self) {

    /** Returns the median time in milliseconds. */
    double p50() {
        return times.p50();
    }

    /** Returns the 99th percentile in milliseconds. */
    double p99() {
        return times.p99();
    }

    double commits() {
        return (double) database.commits() / sagas;
    }

    double walBytes() {
        return (double) database.walBytes() / sagas;
    }

    /** Returns the CPU time of PostgreSQL for a saga, in milliseconds. */
    double databaseCpu() {
        return database.cpu().toNanos() / 1e6 / sagas;
    }

    /** Returns the CPU time of this JVM for a saga, in milliseconds. */
    double ownCpu() {
        return self.toNanos() / 1e6 / sagas;
    }
}
