package dev.layeredsaga.messaging.sweep;

import dev.layeredsaga.messaging.heartbeat.Activity;
import dev.layeredsaga.messaging.heartbeat.BackgroundTasks;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import dev.layeredsaga.messaging.heartbeat.WakeUp;
import dev.layeredsaga.messaging.sweep.Sweep.Schedule;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Runs the service's sweeps: each at its interval, batch by batch until one is not full, every batch in a transaction of its own. While
 * one finds nothing and is not woken, its pauses double up to thirty seconds, or until its next row is due. What
 * fails is counted, logged and left to the next run, and stops no other sweep; one that hangs takes liveness down. Thread-safe.
 */
public final class Sweeps extends BackgroundTasks {

    private static final Logger log = LoggerFactory.getLogger(Sweeps.class);

    /** The rest waits for the next run, so that a handler that always finds its rows again cannot run for ever. */
    private static final int MOST_BATCHES = 1_000;

    private static final int MOST_AT_ONCE = 4;

    private static final Duration REST = Duration.ofSeconds(30);

    private final List<Job> jobs = new ArrayList<>();
    private final TransactionOperations transaction;
    private final Heartbeats heartbeats;
    private final MeterRegistry meters;
    private final Activity activity;

    /** @param work returns the number of rows handled; has the heart beat before each batch, and ends if it is closed */
    private record Job(
            Schedule schedule,
            ToIntFunction<Heartbeat> work,
            Supplier<Duration> untilNext,
            @Nullable WakeUp wokenBy) {}

    public Sweeps(
            List<Sweep> sweeps,
            List<RowSweep<?>> rowSweeps,
            TransactionOperations transaction,
            Heartbeats heartbeats,
            MeterRegistry meters,
            Activity activity) {
        super("sweep", MOST_AT_ONCE, DEFAULT_PHASE, heartbeats);
        this.transaction = transaction;
        this.heartbeats = heartbeats;
        this.meters = meters;
        this.activity = activity;
        sweeps.forEach(sweep ->
                add(new Job(sweep.schedule(), heartbeat -> run(sweep, heartbeat), () -> REST, sweep.wokenBy())));
        rowSweeps.forEach(this::add);
    }

    private <K> void add(RowSweep<K> sweep) {
        RowByRow<K> rows = new RowByRow<>(sweep);
        Gauge.builder("sweeps.rows.failing", rows, RowByRow::failing)
                .description("Rows that a sweep could not handle, and tries again")
                .tag("sweep", sweep.schedule().rows())
                .strongReference(true)
                .register(meters);
        add(new Job(
                sweep.schedule(), heartbeat -> rows.run(MOST_BATCHES, heartbeat), sweep::untilNext, sweep.wokenBy()));
    }

    private void add(Job job) {
        jobs.add(job);
        Duration interval = job.schedule().interval();
        Duration rest = Collections.max(List.of(REST, interval));
        Pace pace = new Pace(interval, interval, rest);
        Task task = repeat(job.schedule().rows(), pace, rest.plus(Heartbeats.DEFAULT_LONGEST), heartbeat -> {
            boolean found = run(job, heartbeat) > 0;
            return found ? Duration.ZERO : job.untilNext().get();
        });
        WakeUp wokenBy = job.wokenBy() == null ? activity : job.wokenBy();
        wokenBy.wakes(time -> task.wakeIn(Collections.max(List.of(time, interval))));
    }

    private int run(Sweep sweep, Heartbeat heartbeat) {
        int size = sweep.schedule().batchSize();
        int all = 0;
        int found = size;
        for (int batch = 0; batch < MOST_BATCHES && found >= size && !heartbeat.isClosed(); batch++) {
            heartbeat.beat();
            Integer rows = transaction.execute(status -> sweep.sweep());
            found = rows == null ? 0 : rows;
            all += found;
        }
        return all;
    }

    /** Runs every sweep once, in the caller's thread: for tests, which then need not wait for an interval. */
    public void tick() {
        jobs.forEach(this::tick);
    }

    /**
     * Runs one sweep once, in the caller's thread.
     *
     * @param rows what its {@link Schedule} says its rows are
     * @return the number of rows handled; 0 if it failed
     * @throws IllegalArgumentException if there is no such sweep
     */
    public int tick(String rows) {
        return tick(jobs.stream()
                .filter(job -> job.schedule().rows().equals(rows))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no sweep of " + rows)));
    }

    private int tick(Job job) {
        try (Heartbeat heartbeat = heartbeats.register(job.schedule().rows())) {
            return run(job, heartbeat);
        }
    }

    private int run(Job job, Heartbeat heartbeat) {
        Schedule schedule = job.schedule();
        try {
            return job.work().applyAsInt(heartbeat);
        } catch (RuntimeException e) {
            meters.counter("sweeps.failed", "sweep", schedule.rows()).increment();
            log.warn(
                    "sweep of {} failed, next run in {}: {}",
                    schedule.rows(),
                    schedule.interval(),
                    NestedExceptionUtils.getMostSpecificCause(e).toString());
            return 0;
        }
    }
}
