package dev.layeredsaga.engine.due;

import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Looks for due sagas all the time, in one thread. It is the first to stop: what it gives back then is driven by the others
 * while the rest of this instance is still finishing.
 */
@Component
class DueLoop implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(DueLoop.class);

    /** The time that a stopping service waits for the current transaction. One that hangs for longer has lost its database. */
    private static final Duration SHUTDOWN_GRACE = Duration.ofSeconds(5);

    private final DueSagas dueSagas;
    private final DueLoopSettings settings;
    private final Heartbeats heartbeats;
    private volatile @Nullable ScheduledExecutorService executor;
    private volatile @Nullable Heartbeat heartbeat;

    DueLoop(DueSagas dueSagas, DueLoopSettings settings, Heartbeats heartbeats) {
        this.dueSagas = dueSagas;
        this.settings = settings;
        this.heartbeats = heartbeats;
    }

    @Override
    public void start() {
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("due-loop").daemon().factory());
        long interval = settings.interval().toMillis();
        Heartbeat beating = heartbeats.register("due-loop");
        heartbeat = beating;
        ScheduledFuture<?> unused =
                started.scheduleWithFixedDelay(() -> turn(beating), interval, interval, TimeUnit.MILLISECONDS);
        executor = started;
    }

    private void turn(Heartbeat beating) {
        try {
            boolean more = true;
            while (more && isRunning()) {
                beating.beat();
                more = dueSagas.drive(() -> !isRunning());
            }
        } catch (RuntimeException e) {
            log.warn("could not look for due sagas, will try again: {}", e.toString());
        } catch (Error e) {
            // one that got out would end the schedule without a word
            log.error("could not look for due sagas, will try again", e);
        }
    }

    @Override
    public void stop() {
        ScheduledExecutorService stopping = executor;
        executor = null;
        Heartbeat beating = heartbeat;
        if (beating != null) {
            beating.close();
        }
        if (stopping != null) {
            stopping.shutdown();
            awaitEndOf(stopping);
        }
    }

    private static void awaitEndOf(ScheduledExecutorService stopping) {
        try {
            if (!stopping.awaitTermination(SHUTDOWN_GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn("the sagas being driven are left to the lock timeout");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return executor != null;
    }

    /** After everything else has started, and stopped before the listeners do. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
