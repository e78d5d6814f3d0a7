package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.heartbeat.BackgroundTasks;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.settings.MessagingProperties.OutboxSettings;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
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

    /** The longest pause of what finds what another instance has left. */
    static final Duration REST = Duration.ofSeconds(10);

    /** The longest pause of what is woken whenever there is something to do. */
    private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);

    /** The phase: after everything that publishes has stopped, before the producer (the lowest phase) and the database go. */
    private static final int LAST_BUT_THE_PRODUCER = Integer.MIN_VALUE + 100;

    private final OutboxCleanup cleanup;
    private final SendQueue queue;

    OutboxWorker(OutboxTasks tasks, SendQueue queue, OutboxSettings settings, Heartbeats heartbeats) {
        super("outbox", 5, LAST_BUT_THE_PRODUCER, heartbeats);
        this.cleanup = tasks.cleanup();
        this.queue = queue;
        repeat("outbox: send", new Pace(AT_ONCE, AT_ONCE, AT_ONCE), LONGEST_ROUND, heartbeat -> {
            // in one round, as one for each batch would have two more threads woken
            while (!heartbeat.isClosed() && !Thread.currentThread().isInterrupted()) {
                heartbeat.beat();
                tasks.relay().send();
            }
            return Duration.ZERO;
        });
        Task vacuum = repeat("vacuum", VACUUM_INTERVAL, () -> {
            cleanup.vacuum();
            return UNTIL_WOKEN;
        });
        Duration rest = Collections.max(List.of(REST, settings.sweepInterval()));
        Pace pace = new Pace(settings.sweepInterval(), OutboxSweep.SHORTEST_PAUSE, rest);
        Task sweep = repeat("outbox: sweep", pace, LONGEST_ROUND, heartbeat -> {
            Duration untilLeft = tasks.sweep().sweepAndRest();
            return Collections.min(List.of(untilLeft, tasks.retry().requeue(settings.sweepInterval())));
        });
        Task delete = repeat("delete acknowledged messages", settings.deleteInterval(), () -> {
            if (cleanup.clean()) {
                sweep.wakeIn(settings.sweepInterval());
            }
            if (cleanup.isWorthAVacuum()) {
                vacuum.wakeIn(VACUUM_INTERVAL);
            }
            return UNTIL_WOKEN;
        });
        repeat("watch the producer", WATCH_INTERVAL, tasks.relay()::replaceStuckProducer);
        queue.answered.wakes(now -> delete.wakeIn(settings.deleteInterval()));
        queue.rowLeft.wakes(now -> sweep.wakeIn(settings.sweepInterval()));
        queue.sweepWanted.wakes(now -> {
            if (!tasks.sweep().wasInVain()) {
                sweep.wakeIn(OutboxSweep.SHORTEST_PAUSE);
            }
        });
    }

    /** The background tasks. */
    record OutboxTasks(OutboxRelay relay, OutboxCleanup cleanup, OutboxSweep sweep, StuckRetry retry) {}

    private Task repeat(String name, Duration pause, Supplier<Duration> task) {
        return repeat("outbox: " + name, new Pace(pause, pause, UNTIL_WOKEN), LONGEST_ROUND, heartbeat -> task.get());
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
            boolean unused = cleanup.clean();
        } catch (RuntimeException e) {
            log.warn("messages that were sent remain in the outbox and will be sent again: {}", e.toString());
        }
    }
}
