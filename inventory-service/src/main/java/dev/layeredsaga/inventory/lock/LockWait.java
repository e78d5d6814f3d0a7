package dev.layeredsaga.inventory.lock;

import java.time.Duration;
import java.util.List;

/** One wait for several locks: what the first takes, the others no longer have. */
public record LockWait(long deadlineNanos) {

    /** A wait that begins now. */
    public static LockWait of(LockingProperties settings) {
        return new LockWait(System.nanoTime() + settings.waitTime().toNanos());
    }

    /**
     * Takes one lock after the other.
     *
     * @param held receives the locks that could be had, which are not given back here
     * @return false at the first lock that could not be had in time
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

    private Duration remaining() {
        return Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime()));
    }

    /** How a single lock is taken. */
    @FunctionalInterface
    public interface Attempt<L, E extends Exception> {

        /** Returns false if the lock could not be had within the time, which is never negative. */
        boolean tryLock(L lock, Duration wait) throws E;
    }
}
