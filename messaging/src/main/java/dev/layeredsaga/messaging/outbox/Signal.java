package dev.layeredsaga.messaging.outbox;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Tells a chore that has nothing to do that there is something now. Thread-safe. */
final class Signal {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Semaphore given = new Semaphore(0);

    void give() {
        given.release();
    }

    /** Returns once it has been given since the last time, however often, or after a second. */
    void await() throws InterruptedException {
        if (given.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            given.drainPermits();
        }
    }
}
