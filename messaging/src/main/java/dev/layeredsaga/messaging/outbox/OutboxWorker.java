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

/** The outbox's chores, in the background: sending, deleting what has been acknowledged, sweeping up what was left behind. */
final class OutboxWorker implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(OutboxWorker.class);

    /** How long a stopping service waits for the broker to acknowledge what it has been sent. */
    private static final Duration FAREWELL = Duration.ofSeconds(3);

    /** More than the producer takes to give a message up (delivery.timeout.ms). */
    private static final Duration LONGEST_ROUND = Duration.ofMinutes(5);

    private static final Duration VACUUM_INTERVAL = Duration.ofSeconds(2);

    private static final Duration WATCH_INTERVAL = Duration.ofMillis(500);

    private final OutboxParts parts;
    private final OutboxSettings settings;
    private final Heartbeats heartbeats;
    private final List<Heartbeat> beating = new CopyOnWriteArrayList<>();
    private volatile @Nullable ScheduledExecutorService executor;

    OutboxWorker(OutboxParts parts, OutboxSettings settings, Heartbeats heartbeats) {
        this.parts = parts;
        this.settings = settings;
        this.heartbeats = heartbeats;
    }

    /** What there is to do, and the order that it is done in. */
    record OutboxParts(
            SendOrder order,
            OutboxSender sender,
            Acknowledgements acknowledgements,
            AwaitedParcels awaited,
            OutboxSweep sweep,
            StuckRetry stuck,
            SendWatch watch) {}

    @Override
    public void start() {
        ScheduledExecutorService started = Executors.newScheduledThreadPool(
                6, Thread.ofPlatform().name("outbox-", 0).daemon().factory());
        Heartbeat sending = schedule(started, "send", parts.sender(), Duration.ofMillis(1));
        parts.sender().beatBy(sending::beat);
        schedule(
                started,
                "delete acknowledged messages",
                parts.acknowledgements()::deleteAndAwaitMore,
                settings.deleteInterval());
        schedule(started, "look for awaited messages", parts.awaited()::awaitAndLook, settings.deleteInterval());
        schedule(started, "vacuum the outbox", parts.acknowledgements()::vacuum, VACUUM_INTERVAL);
        schedule(started, "sweep the outbox", this::sweep, settings.sweepInterval());
        schedule(started, "watch the producer", parts.watch()::check, WATCH_INTERVAL);
        executor = started;
    }

    private void sweep() {
        parts.order().forgetDiversions();
        parts.sweep().sweepAll();
        parts.stuck().retryAll();
    }

    private Heartbeat schedule(ScheduledExecutorService executor, String chore, Runnable task, Duration interval) {
        Heartbeat heartbeat = heartbeats.register("outbox: " + chore, LONGEST_ROUND);
        beating.add(heartbeat);
        Runnable guarded = () -> {
            heartbeat.beat();
            try {
                task.run();
            } catch (RuntimeException e) {
                log.warn("could not {}, will try again: {}", chore, e.toString());
            }
        };
        ScheduledFuture<?> unused = executor.scheduleWithFixedDelay(
                guarded, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
        return heartbeat;
    }

    @Override
    public void stop() {
        ScheduledExecutorService stopping = executor;
        executor = null;
        beating.forEach(Heartbeat::close);
        beating.clear();
        if (stopping != null) {
            try {
                parts.order().underway().awaitEndOfAll(FAREWELL);
                stopping.shutdownNow();
                stopping.awaitTermination(FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            deleteOnceMore();
        }
    }

    private void deleteOnceMore() {
        try {
            parts.acknowledgements().delete();
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
