package dev.layeredsaga.inventory.section;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/**
 * Measures sections: {@code inventory.section.wait} until the locks were acquired (or not), {@code inventory.section.time} from
 * then until they were released after the commit; {@code inventory.lock.lease.overruns}, {@code .cancellations} and
 * {@code inventory.lock.timeouts}.
 * Thread-safe.
 */
@Component
final class SectionMeters {

    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(5), Duration.ofMillis(10),
        Duration.ofMillis(25), Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(500),
        Duration.ofSeconds(2)
    };

    private final Timer wait;
    private final Timer time;
    private final Counter overruns;
    private final Counter cancellations;
    private final Counter timeouts;

    SectionMeters(MeterRegistry meters) {
        this.overruns = Counter.builder("inventory.lock.lease.overruns")
                .description("Sections that were committed after the lease of their lock had ended")
                .register(meters);
        this.cancellations = Counter.builder("inventory.lock.lease.cancellations")
                .description("Sections that were rolled back because the lease of their lock had ended")
                .register(meters);
        this.timeouts = Counter.builder("inventory.lock.timeouts")
                .description(
                        "Sections that went on without a lock that others had kept for the whole wait, or too many waited for")
                .register(meters);
        this.wait = timer("inventory.section.wait", "From wanting the locks to having them", meters);
        this.time = timer("inventory.section.time", "From having the locks to having given them back", meters);
    }

    /** Counts a section that was committed after the lease of its lock had ended. */
    void overran() {
        overruns.increment();
    }

    /** Counts a section that was rolled back because the lease of its lock had ended. */
    void cancelled() {
        cancellations.increment();
    }

    /** Counts a section that goes on without a lock, because others have kept it for the whole wait, or too many waited for it. */
    void timedOut() {
        timeouts.increment();
    }

    private static Timer timer(String name, String description, MeterRegistry meters) {
        return Timer.builder(name)
                .description(description)
                .publishPercentiles(0.5, 0.99)
                .serviceLevelObjectives(BUCKETS)
                .register(meters);
    }

    Watch start() {
        return new Watch();
    }

    /** The measurement of one section. */
    final class Watch implements AutoCloseable {

        private final long wanted = System.nanoTime();
        private long entered;

        void enter() {
            entered = System.nanoTime();
        }

        @Override
        public void close() {
            long left = System.nanoTime();
            if (entered == 0) {
                wait.record(left - wanted, TimeUnit.NANOSECONDS);
            } else {
                wait.record(entered - wanted, TimeUnit.NANOSECONDS);
                time.record(left - entered, TimeUnit.NANOSECONDS);
            }
        }
    }
}
