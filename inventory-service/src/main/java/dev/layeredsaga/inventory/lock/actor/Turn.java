package dev.layeredsaga.inventory.lock.actor;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One caller's turn at one key, between the caller and the actor. Each step is taken by whoever comes first: the turn is granted
 * or left while waiting; then it is left in time or ended by its lease.
 */
final class Turn {

    private enum Stage {
        WAITING,
        GRANTED,
        LEFT,
        ENDED
    }

    private final String key;
    private final Duration lease;
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.WAITING);
    private final CountDownLatch granted = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);

    Turn(String key, Duration lease) {
        this.key = key;
        this.lease = lease;
    }

    String key() {
        return key;
    }

    /** For the caller: waits until it is their turn. Who does not get in, in time or at all, has left. */
    boolean enter(Duration wait) throws InterruptedException {
        boolean entered = false;
        try {
            entered = granted.await(wait.toNanos(), TimeUnit.NANOSECONDS);
            return entered;
        } finally {
            if (!entered) {
                leave();
            }
        }
    }

    /** For the caller. Returns false if the turn was not theirs, or no longer. */
    boolean leave() {
        boolean mine = stage.getAndSet(Stage.LEFT) == Stage.GRANTED;
        left.countDown();
        return mine;
    }

    /** For the actor: lets the caller in unless they have left, and returns when they have, or when the lease has ended. */
    void serve() throws InterruptedException {
        if (stage.compareAndSet(Stage.WAITING, Stage.GRANTED)) {
            granted.countDown();
            awaitLeaving();
        }
    }

    private void awaitLeaving() throws InterruptedException {
        if (!left.await(lease.toNanos(), TimeUnit.NANOSECONDS)) {
            stage.compareAndSet(Stage.GRANTED, Stage.ENDED);
        }
    }
}
