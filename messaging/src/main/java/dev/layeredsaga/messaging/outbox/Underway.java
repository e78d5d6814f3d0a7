package dev.layeredsaga.messaging.outbox;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The parcels between the queue and the broker's answer. Thread-safe. */
final class Underway {

    private final Map<Long, Long> ids = new HashMap<>();

    /** @param number of the transaction, or of the adoption */
    synchronized void begun(long id, long number) {
        ids.put(id, number);
    }

    synchronized void ended(long id) {
        ids.remove(id);
        notifyAll();
    }

    /** Returns the lowest number of those underway, or {@code otherwise} if that is lower. */
    synchronized long lowestNumber(long otherwise) {
        return ids.values().stream().mapToLong(Long::longValue).reduce(otherwise, Math::min);
    }

    /** Waits until none of these parcels is underway, for as long as {@code patience} at most. */
    synchronized boolean awaitEnd(Collection<Long> awaited, Duration patience) throws InterruptedException {
        return await(() -> awaited.stream().noneMatch(ids::containsKey), patience);
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
