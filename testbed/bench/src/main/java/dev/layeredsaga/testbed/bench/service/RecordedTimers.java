package dev.layeredsaga.testbed.bench.service;

import dev.layeredsaga.testbed.bench.measure.Latencies;
import dev.layeredsaga.testbed.bench.measure.Times;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.cumulative.CumulativeTimer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Keeps every time of the service's section timers, which otherwise cover the last seconds only. Thread-safe. */
public final class RecordedTimers extends SimpleMeterRegistry {

    private static final String WAIT = "inventory.section.wait";
    private static final String TIME = "inventory.section.time";

    private final Map<String, Latencies> recorded = new ConcurrentHashMap<>();

    /** Discards all times recorded so far. */
    public void beginAnew() {
        recorded.clear();
    }

    /** Returns the times to acquire a section's locks, since {@link #beginAnew}. */
    public Times sectionWaits() {
        return of(WAIT).times();
    }

    /** Returns the times from acquiring a section's locks to their release after the commit, since {@link #beginAnew}. */
    public Times sectionTimes() {
        return of(TIME).times();
    }

    private Latencies of(String timer) {
        return recorded.computeIfAbsent(timer, name -> new Latencies());
    }

    @Override
    protected Timer newTimer(Meter.Id id, DistributionStatisticConfig config, PauseDetector pauses) {
        return id.getName().startsWith("inventory.section.")
                ? new RecordedTimer(id, config, pauses)
                : super.newTimer(id, config, pauses);
    }

    private final class RecordedTimer extends CumulativeTimer {

        RecordedTimer(Meter.Id id, DistributionStatisticConfig config, PauseDetector pauses) {
            super(id, RecordedTimers.this.clock, config, pauses, TimeUnit.SECONDS, false);
        }

        @Override
        protected void recordNonNegative(long amount, TimeUnit unit) {
            super.recordNonNegative(amount, unit);
            of(getId().getName()).add(unit.toNanos(amount));
        }
    }
}
