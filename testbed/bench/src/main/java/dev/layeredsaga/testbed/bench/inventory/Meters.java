package dev.layeredsaga.testbed.bench.inventory;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.ValueAtPercentile;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The figures of the service's own meters for its sections. */
record Meters(MeterRegistry registry) {

    /** Milliseconds, of the last seconds; {@link Double#NaN} if the service does not report them. */
    record Times(double p50, double p99) {

        private static final Times UNKNOWN = new Times(Double.NaN, Double.NaN);
    }

    /** Returns the number of transactions that have lost a conflict so far. */
    double conflicts() {
        return registry.find("inventory.section.conflicts").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    Times sectionWaits() {
        return times("inventory.section.wait");
    }

    Times sectionTimes() {
        return times("inventory.section.time");
    }

    /** Returns the times of the timer with the most entries. */
    private Times times(String timer) {
        return registry.find(timer).timers().stream()
                .max(Comparator.comparingLong(Timer::count))
                .map(found -> new Times(percentile(found, 0.5), percentile(found, 0.99)))
                .orElse(Times.UNKNOWN);
    }

    private static double percentile(Timer timer, double which) {
        return Stream.of(timer.takeSnapshot().percentileValues())
                .filter(value -> value.percentile() == which)
                .mapToDouble((ValueAtPercentile value) -> value.value(TimeUnit.MILLISECONDS))
                .findFirst()
                .orElse(Double.NaN);
    }
}
