package dev.layeredsaga.inventory.lock.redis;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tracks since when, and for how long in all, sections have run without the lock in Redis. Thread-safe. */
final class Degradation implements MeterBinder {

    private final Clock clock;
    private @Nullable Outage present;
    private Duration past = Duration.ZERO;

    Degradation(Clock clock) {
        this.clock = clock;
    }

    private record Outage(Instant since, long startNanos) {

        Duration until(long nanos) {
            return Duration.ofNanos(nanos - startNanos);
        }
    }

    /** Begins an outage unless there is one already. */
    synchronized void begin() {
        if (present == null) {
            present = new Outage(Instant.ofEpochMilli(clock.wallTime()), clock.monotonicTime());
        }
    }

    /** Ends the outage, if there is one. */
    synchronized void end() {
        past = total();
        present = null;
    }

    /** Returns the start of the present outage; empty if there is none. */
    synchronized Optional<Instant> since() {
        return Optional.ofNullable(present).map(Outage::since);
    }

    /** Returns the duration of all outages together, the present one included. */
    synchronized Duration total() {
        return present == null ? past : past.plus(present.until(clock.monotonicTime()));
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        Gauge.builder("inventory.lock.degraded", this, it -> it.since().isPresent() ? 1 : 0)
                .description("1 while sections go on without the lock in Redis, else 0")
                .register(meters);
        FunctionCounter.builder("inventory.lock.degraded.time", this, Degradation::totalSeconds)
                .description("How long sections have gone on without the lock in Redis, the present outage included")
                .baseUnit("seconds")
                .register(meters);
    }

    private double totalSeconds() {
        return total().toNanos() / 1e9;
    }
}
