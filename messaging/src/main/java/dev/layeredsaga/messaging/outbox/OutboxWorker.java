package dev.layeredsaga.messaging.outbox;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** The outbox's two chores, in the background: deleting what has been acknowledged, sweeping up what was left behind. */
final class OutboxWorker implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(OutboxWorker.class);

    private final OutboxRelay relay;
    private final OutboxSweep sweep;
    private final Duration deleteInterval;
    private final Duration sweepInterval;
    private volatile @Nullable ScheduledExecutorService executor;

    OutboxWorker(OutboxRelay relay, OutboxSweep sweep, Duration deleteInterval, Duration sweepInterval) {
        this.relay = relay;
        this.sweep = sweep;
        this.deleteInterval = deleteInterval;
        this.sweepInterval = sweepInterval;
    }

    @Override
    public void start() {
        ScheduledExecutorService started = Executors.newScheduledThreadPool(
                2, Thread.ofPlatform().name("outbox-", 0).daemon().factory());
        schedule(started, "delete acknowledged messages", relay::deleteAcknowledged, deleteInterval);
        schedule(started, "sweep the outbox", sweep::sweep, sweepInterval);
        executor = started;
    }

    private static void schedule(ScheduledExecutorService executor, String chore, Runnable task, Duration interval) {
        Runnable guarded = () -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                log.warn("could not {}, will try again: {}", chore, e.toString());
            }
        };
        ScheduledFuture<?> unused = executor.scheduleWithFixedDelay(
                guarded, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() {
        ScheduledExecutorService stopping = executor;
        executor = null;
        if (stopping != null) {
            stopping.shutdownNow();
            relay.deleteAcknowledged();
        }
    }

    @Override
    public boolean isRunning() {
        return executor != null;
    }

    /** After everything that publishes has stopped, before the database and the producer go. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE + 100;
    }
}
