package dev.layeredsaga.inventory.lock.actor;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One caller's turn at one key, shared by the caller and the actor. Each transition is made by the first of the two: the turn is
 * granted or left while waiting; then it is left in time or ended by its lease.
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

    /** For the caller: waits until the turn is granted. A caller that times out or is interrupted has left. */
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

    /** For the caller: leaves the turn. Returns false if it was not granted, or its lease has ended. */
    boolean leave() {
        boolean mine = stage.getAndSet(Stage.LEFT) == Stage.GRANTED;
        left.countDown();
        return mine;
    }

    /** Returns true if the lease has ended before the caller has left. */
    boolean hasEnded() {
        return stage.get() == Stage.ENDED;
    }

    /** For the actor: grants the turn unless the caller has left, and returns when the caller leaves or the lease ends. */
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
