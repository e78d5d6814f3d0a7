package dev.layeredsaga.inventory.lock.actor;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Removes idle actors periodically, on its own thread. */
final class ActorSweep implements AutoCloseable {

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofVirtual().name("lock-actor-sweep").factory());

    ActorSweep(Actors actors, Duration interval) {
        Future<?> unused = thread.scheduleWithFixedDelay(
                actors::sweep, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
