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

/** Since when, and for how long in all, sections have gone on without the lock in Redis. Thread-safe. */
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

    /** Does nothing if there is an outage already. */
    synchronized void begin() {
        if (present == null) {
            present = new Outage(Instant.ofEpochMilli(clock.wallTime()), clock.monotonicTime());
        }
    }

    /** Does nothing if there is no outage. */
    synchronized void end() {
        past = total();
        present = null;
    }

    /** When the present outage began; empty if there is none. */
    synchronized Optional<Instant> since() {
        return Optional.ofNullable(present).map(Outage::since);
    }

    /** All outages together, the present one included. */
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
