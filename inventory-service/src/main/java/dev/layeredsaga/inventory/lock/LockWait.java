package dev.layeredsaga.inventory.lock;

import java.time.Duration;
import java.util.List;

/** One deadline for several locks: time spent on the first is not available to the others. */
public record LockWait(long deadlineNanos) {

    /** Starts a wait now. */
    public static LockWait of(LockingProperties settings) {
        return new LockWait(System.nanoTime() + settings.waitTime().toNanos());
    }

    /**
     * Acquires the locks one after the other.
     *
     * @param held receives the acquired locks, which are not released here
     * @return false at the first lock that was not acquired in time
     */
    public <L, E extends Exception> boolean lockAll(Iterable<L> locks, List<L> held, Attempt<L, E> attempt) throws E {
        for (L lock : locks) {
            if (!attempt.tryLock(lock, remaining())) {
                return false;
            }
            held.add(lock);
        }
        return true;
    }

    /** Returns the time left, which is never negative. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime()));
    }

    /** Acquires a single lock. */
    @FunctionalInterface
    public interface Attempt<L, E extends Exception> {

        /** Returns false if the lock was not acquired within the time, which is never negative. */
        boolean tryLock(L lock, Duration wait) throws E;
    }
}
