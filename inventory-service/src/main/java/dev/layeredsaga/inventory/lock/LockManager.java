package dev.layeredsaga.inventory.lock;

import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Locks keys while some work is done. Shields the database from contention; correctness does not depend on it, because a lease
 * may expire while its work is still running. Thread-safe.
 */
public interface LockManager {

    /**
     * Runs the work once all keys are locked, on the calling thread, and unlocks when it has ended, however it ended. The wait is
     * bounded. An unlock after the end of the lease does nothing, because another caller may hold the key by then. Not reentrant.
     *
     * @param keys locked in their order, so that callers with overlapping keys cannot deadlock; without keys the work runs
     *     without a lock
     * @return {@link Locked.Done} with the work's result, or {@link Locked.Overrun} if a lease expired before the work ended;
     *     otherwise the work has not been run. A caller that is interrupted while waiting does not get the lock, and is still
     *     interrupted afterwards
     * @throws RuntimeException any exception of the work, as the same instance, even after the end of a lease
     */
    <T> Locked<T> withLock(SortedSet<String> keys, Supplier<T> work);

    /**
     * Does the same with work that can be cancelled, and asks the lease before it makes its effect final. By default no lease ends the
     * work.
     */
    default <T> Locked<T> withLock(SortedSet<String> keys, Function<Lease, T> work) {
        return withLock(keys, () -> work.apply(() -> false));
    }

    /** The right to the locks. Thread-safe. */
    @FunctionalInterface
    interface Lease {

        /** Returns true if others may have one of the locks by now, so that the work is to be given up; never false again after that. */
        boolean hasEnded();
    }
}
