package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.heartbeat.BackgroundTasks;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.settings.MessagingProperties.OutboxSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Runs the outbox's background tasks, each on one thread at a time. */
final class OutboxWorker implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(OutboxWorker.class);

    /** The time that a stopping service waits for the broker's acknowledgements. */
    private static final Duration SHUTDOWN_GRACE = Duration.ofSeconds(3);

    /** More than the producer takes to give a message up (delivery.timeout.ms). */
    private static final Duration LONGEST_ROUND = Duration.ofMinutes(5);

    private static final Duration AT_ONCE = Duration.ofNanos(1_000);

    private static final Duration VACUUM_INTERVAL = Duration.ofSeconds(2);

    private static final Duration WATCH_INTERVAL = Duration.ofMillis(500);

    private final OutboxTasks tasks;
    private final SendQueue queue;
    private final OutboxSettings settings;
    private final Heartbeats heartbeats;
    private volatile @Nullable BackgroundTasks running;

    OutboxWorker(OutboxTasks tasks, SendQueue queue, OutboxSettings settings, Heartbeats heartbeats) {
        this.tasks = tasks;
        this.queue = queue;
        this.settings = settings;
        this.heartbeats = heartbeats;
    }

    /** The background tasks. */
    record OutboxTasks(OutboxRelay relay, OutboxCleanup cleanup, OutboxSweep sweep, StuckRetry retry) {}

    @Override
    public void start() {
        BackgroundTasks started = new BackgroundTasks("outbox", 6, heartbeats);
        repeat(started, "send", AT_ONCE, tasks.relay()::send);
        repeat(started, "delete acknowledged messages", settings.deleteInterval(), tasks.cleanup()::clean);
        repeat(started, "vacuum", VACUUM_INTERVAL, tasks.cleanup()::vacuum);
        repeat(started, "sweep", OutboxSweep.SHORTEST_PAUSE, tasks.sweep()::sweepIfDue);
        repeat(started, "send stuck messages", settings.sweepInterval(), tasks.retry()::retryAll);
        repeat(started, "watch the producer", WATCH_INTERVAL, tasks.relay()::replaceStuckProducer);
        running = started;
    }

    private static void repeat(BackgroundTasks started, String name, Duration pause, Runnable task) {
        started.repeat("outbox: " + name, pause, LONGEST_ROUND, heartbeat -> task.run());
    }

    @Override
    public void stop() {
        BackgroundTasks stopping = running;
        running = null;
        if (stopping != null) {
            try {
                queue.awaitAllAnswers(SHUTDOWN_GRACE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            stopping.interrupt(SHUTDOWN_GRACE);
            deleteOnceMore();
        }
    }

    private void deleteOnceMore() {
        try {
            tasks.cleanup().clean();
        } catch (RuntimeException e) {
            log.warn("messages that were sent remain in the outbox and will be sent again: {}", e.toString());
        }
    }

    @Override
    public boolean isRunning() {
        return running != null;
    }

    /** After everything that publishes has stopped, before the producer (the lowest phase) and the database go. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE + 100;
    }
}
