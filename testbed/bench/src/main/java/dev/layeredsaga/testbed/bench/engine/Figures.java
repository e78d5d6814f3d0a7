package dev.layeredsaga.testbed.bench.engine;

import dev.layeredsaga.testbed.bench.measure.DatabaseCost;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import java.time.Duration;

/**
 * The figures of one run.
 *
 * @param sagas completed in all, including those before and after the measurement; the costs are per saga of these
 * @param perSecond completed per second during the measurement
 * @param p50 milliseconds from the saga's intended start to the commit of its end
 * @param databaseCpu milliseconds of PostgreSQL's processes
 * @param ownCpu milliseconds of this JVM: the contender, the load generator and Kafka's broker
 */
public record Figures(
        String contender,
        String load,
        long sagas,
        double perSecond,
        double p50,
        double p99,
        double max,
        double commits,
        double walBytes,
        double databaseCpu,
        double ownCpu) {

    static Figures of(String contender, String load, long sagas, double perSecond, Percentiles times, Cost cost) {
        return new Figures(
                contender,
                load,
                sagas,
                perSecond,
                times.p50(),
                times.p99(),
                times.max(),
                (double) cost.database().commits() / sagas,
                (double) cost.database().walBytes() / sagas,
                millis(cost.database().cpu()) / sagas,
                millis(cost.self()) / sagas);
    }

    /** The cost of a run, or of everything so far. */
    record Cost(DatabaseCost database, Duration self) {

        Cost since(Cost earlier) {
            return new Cost(database.since(earlier.database), self.minus(earlier.self));
        }
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }
}
