package dev.layeredsaga.orchestrator.engine.due;

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

    /** How long a stopping service waits for the transaction that is under way; what hangs for longer has lost its database. */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final DueSagas dueSagas;
    private final DueLoopSettings settings;
    private volatile @Nullable ScheduledExecutorService executor;

    DueLoop(DueSagas dueSagas, DueLoopSettings settings) {
        this.dueSagas = dueSagas;
        this.settings = settings;
    }

    @Override
    public void start() {
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("due-loop").daemon().factory());
        long interval = settings.interval().toMillis();
        ScheduledFuture<?> unused =
                started.scheduleWithFixedDelay(this::turn, interval, interval, TimeUnit.MILLISECONDS);
        executor = started;
    }

    private void turn() {
        try {
            boolean more = true;
            while (more && isRunning()) {
                more = dueSagas.drive(() -> !isRunning());
            }
        } catch (RuntimeException e) {
            log.warn("could not look for due sagas, will try again: {}", e.toString());
        }
    }

    @Override
    public void stop() {
        ScheduledExecutorService stopping = executor;
        executor = null;
        if (stopping != null) {
            stopping.shutdown();
            awaitEndOf(stopping);
        }
    }

    private static void awaitEndOf(ScheduledExecutorService stopping) {
        try {
            if (!stopping.awaitTermination(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
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
