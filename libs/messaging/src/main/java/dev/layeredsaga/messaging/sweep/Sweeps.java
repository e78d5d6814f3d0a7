package dev.layeredsaga.messaging.sweep;

import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import dev.layeredsaga.messaging.sweep.Sweep.Schedule;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.FixedDelayTask;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Runs the service's sweeps: each at its interval, batch by batch until one is not full, every batch in a transaction of its own. What
 * fails is counted, logged and left to the next run, and stops no other sweep; one that hangs takes liveness down. Thread-safe.
 */
public final class Sweeps implements SchedulingConfigurer {

    private static final Logger log = LoggerFactory.getLogger(Sweeps.class);

    /** The rest waits for the next run, so that a handler that always finds its rows again cannot run for ever. */
    private static final int MOST_BATCHES = 1_000;

    private final List<Sweep> sweeps;
    private final TransactionOperations transaction;
    private final Heartbeats heartbeats;
    private final MeterRegistry meters;

    public Sweeps(List<Sweep> sweeps, TransactionOperations transaction, Heartbeats heartbeats, MeterRegistry meters) {
        this.sweeps = List.copyOf(sweeps);
        this.transaction = transaction;
        this.heartbeats = heartbeats;
        this.meters = meters;
    }

    @Override
    public void configureTasks(ScheduledTaskRegistrar registrar) {
        sweeps.forEach(sweep -> {
            Duration interval = sweep.schedule().interval();
            registrar.addFixedDelayTask(new FixedDelayTask(() -> tick(sweep), interval, interval));
        });
    }

    /** Runs every sweep once, in the caller's thread: for tests, which then need not wait for an interval. */
    public void tick() {
        sweeps.forEach(this::tick);
    }

    /** Runs one sweep once, in the caller's thread. */
    public void tick(Sweep sweep) {
        Schedule schedule = sweep.schedule();
        try (Heartbeat heartbeat = heartbeats.register(schedule.rows())) {
            int found = schedule.batchSize();
            for (int batch = 0; batch < MOST_BATCHES && found >= schedule.batchSize(); batch++) {
                heartbeat.beat();
                Integer rows = transaction.execute(status -> sweep.sweep());
                found = rows == null ? 0 : rows;
            }
        } catch (RuntimeException e) {
            meters.counter("sweeps.failed", "sweep", schedule.rows()).increment();
            log.warn(
                    "sweep of {} failed, next run in {}: {}",
                    schedule.rows(),
                    schedule.interval(),
                    NestedExceptionUtils.getMostSpecificCause(e).toString());
        }
    }
}
