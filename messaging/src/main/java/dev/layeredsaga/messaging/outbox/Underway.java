package dev.layeredsaga.messaging.outbox;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** The parcels between the queue and the broker's answer. Thread-safe. */
final class Underway {

    private final Set<Long> ids = new HashSet<>();

    synchronized void begun(long id) {
        ids.add(id);
    }

    synchronized void ended(long id) {
        ids.remove(id);
        notifyAll();
    }

    /** Waits until none of these parcels is underway, for as long as {@code patience} at most. */
    synchronized boolean awaitEnd(Collection<Long> awaited, Duration patience) throws InterruptedException {
        return await(() -> awaited.stream().noneMatch(ids::contains), patience);
    }

    /** Waits until no parcel is underway, for as long as {@code patience} at most. */
    synchronized boolean awaitEndOfAll(Duration patience) throws InterruptedException {
        return await(ids::isEmpty, patience);
    }

    private synchronized boolean await(Condition condition, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (!condition.holds()) {
            long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds();
    }
}
