package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import dev.layeredsaga.messaging.settings.MessagingProperties.OutboxSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
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
    private final List<Heartbeat> beating = new CopyOnWriteArrayList<>();
    private volatile @Nullable ScheduledExecutorService executor;

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
        ScheduledExecutorService started = Executors.newScheduledThreadPool(
                6, Thread.ofPlatform().name("outbox-", 0).daemon().factory());
        schedule(started, "send", tasks.relay()::send, AT_ONCE);
        schedule(started, "delete acknowledged messages", tasks.cleanup()::clean, settings.deleteInterval());
        schedule(started, "vacuum the outbox", tasks.cleanup()::vacuum, VACUUM_INTERVAL);
        schedule(started, "sweep the outbox", tasks.sweep()::sweepIfDue, OutboxSweep.SHORTEST_PAUSE);
        schedule(started, "send stuck messages", tasks.retry()::retryAll, settings.sweepInterval());
        schedule(started, "watch the producer", tasks.relay()::replaceStuckProducer, WATCH_INTERVAL);
        executor = started;
    }

    private void schedule(ScheduledExecutorService started, String name, Runnable task, Duration pause) {
        Heartbeat heartbeat = heartbeats.register("outbox: " + name, LONGEST_ROUND);
        beating.add(heartbeat);
        Runnable guarded = () -> {
            heartbeat.beat();
            try {
                task.run();
            } catch (RuntimeException e) {
                log.warn("could not {}, will try again: {}", name, e.toString());
            }
        };
        ScheduledFuture<?> unused =
                started.scheduleWithFixedDelay(guarded, pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void stop() {
        ScheduledExecutorService stopping = executor;
        executor = null;
        beating.forEach(Heartbeat::close);
        beating.clear();
        if (stopping != null) {
            try {
                queue.awaitAllAnswers(SHUTDOWN_GRACE);
                stopping.shutdownNow();
                stopping.awaitTermination(SHUTDOWN_GRACE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
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
        return executor != null;
    }

    /** After everything that publishes has stopped, before the producer (the lowest phase) and the database go. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE + 100;
    }
}
