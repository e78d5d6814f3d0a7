package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.heartbeat.BackgroundTasks;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.settings.MessagingProperties.OutboxSettings;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the outbox's background tasks, each on one thread at a time. */
final class OutboxWorker extends BackgroundTasks {

    private static final Logger log = LoggerFactory.getLogger(OutboxWorker.class);

    /** The time that a stopping service waits for the broker's acknowledgements. */
    private static final Duration SHUTDOWN_GRACE = Duration.ofSeconds(3);

    /** More than the producer takes to give a message up (delivery.timeout.ms). */
    private static final Duration LONGEST_ROUND = Duration.ofMinutes(5);

    private static final Duration AT_ONCE = Duration.ofNanos(1_000);

    private static final Duration VACUUM_INTERVAL = Duration.ofSeconds(2);

    private static final Duration WATCH_INTERVAL = Duration.ofMillis(500);

    /** The phase: after everything that publishes has stopped, before the producer (the lowest phase) and the database go. */
    private static final int LAST_BUT_THE_PRODUCER = Integer.MIN_VALUE + 100;

    private final OutboxCleanup cleanup;
    private final SendQueue queue;

    OutboxWorker(OutboxTasks tasks, SendQueue queue, OutboxSettings settings, Heartbeats heartbeats) {
        super("outbox", 6, LAST_BUT_THE_PRODUCER, heartbeats);
        this.cleanup = tasks.cleanup();
        this.queue = queue;
        repeat("send", AT_ONCE, tasks.relay()::send);
        repeat("delete acknowledged messages", settings.deleteInterval(), cleanup::clean);
        repeat("vacuum", VACUUM_INTERVAL, cleanup::vacuum);
        repeat("sweep", OutboxSweep.SHORTEST_PAUSE, tasks.sweep()::sweepIfDue);
        repeat("send stuck messages", settings.sweepInterval(), tasks.retry()::retryAll);
        repeat("watch the producer", WATCH_INTERVAL, tasks.relay()::replaceStuckProducer);
    }

    /** The background tasks. */
    record OutboxTasks(OutboxRelay relay, OutboxCleanup cleanup, OutboxSweep sweep, StuckRetry retry) {}

    private void repeat(String name, Duration pause, Runnable task) {
        repeat("outbox: " + name, pause, LONGEST_ROUND, heartbeat -> task.run());
    }

    @Override
    public void stop() {
        if (isRunning()) {
            try {
                queue.awaitAllAnswers(SHUTDOWN_GRACE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            interrupt(SHUTDOWN_GRACE);
            deleteOnceMore();
        }
    }

    private void deleteOnceMore() {
        try {
            cleanup.clean();
        } catch (RuntimeException e) {
            log.warn("messages that were sent remain in the outbox and will be sent again: {}", e.toString());
        }
    }
}
