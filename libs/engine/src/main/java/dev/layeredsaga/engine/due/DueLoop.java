package dev.layeredsaga.engine.due;

import dev.layeredsaga.messaging.heartbeat.BackgroundTasks;
import dev.layeredsaga.messaging.heartbeat.Heartbeats;
import dev.layeredsaga.messaging.heartbeat.Heartbeats.Heartbeat;
import java.time.Duration;
import java.util.function.BooleanSupplier;
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
    private volatile @Nullable BackgroundTasks tasks;

    DueLoop(DueSagas dueSagas, DueLoopSettings settings, Heartbeats heartbeats) {
        this.dueSagas = dueSagas;
        this.settings = settings;
        this.heartbeats = heartbeats;
    }

    @Override
    public void start() {
        BackgroundTasks started = new BackgroundTasks("due-loop", 1, heartbeats);
        started.repeat(
                "due-loop",
                settings.interval(),
                Heartbeats.DEFAULT_LONGEST,
                heartbeat -> driveAll(heartbeat, started::isStopping));
        tasks = started;
    }

    private void driveAll(Heartbeat heartbeat, BooleanSupplier stopping) {
        while (!stopping.getAsBoolean() && dueSagas.drive(stopping)) {
            heartbeat.beat();
        }
    }

    @Override
    public void stop() {
        BackgroundTasks stopping = tasks;
        tasks = null;
        if (stopping != null && !stopping.stop(SHUTDOWN_GRACE)) {
            log.warn("the sagas being driven are left to the lock timeout");
        }
    }

    @Override
    public boolean isRunning() {
        return tasks != null;
    }

    /** After everything else has started, and stopped before the listeners do. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
