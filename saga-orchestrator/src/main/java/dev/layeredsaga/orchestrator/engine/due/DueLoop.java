package dev.layeredsaga.orchestrator.engine.due;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Looks for due sagas all the time, in one thread. */
@Component
class DueLoop implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(DueLoop.class);

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
                more = dueSagas.drive();
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
            stopping.close();
        }
    }

    @Override
    public boolean isRunning() {
        return executor != null;
    }
}
