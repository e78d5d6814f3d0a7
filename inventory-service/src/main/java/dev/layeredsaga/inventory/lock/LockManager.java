package dev.layeredsaga.inventory.lock;

import java.util.SortedSet;
import java.util.function.Supplier;

/**
 * Keeps others off the same keys while some work is done. It shields the database from contention and is not what correctness
 * rests on: a lease may run out while its work is still going on. Thread-safe.
 */
public interface LockManager {

    /**
     * Runs the work once all keys are locked, on the calling thread, and unlocks when it has ended, however it ended. Waits for
     * a bounded time only. An unlock after the end of the lease does nothing: the key may be somebody else's by then. Not
     * reentrant.
     *
     * @param keys locked in their order, so that callers with overlapping keys cannot deadlock; without keys there is nothing
     *     to lock and the work just runs
     * @return {@link Locked.Done} with what the work returned, or {@link Locked.Overrun} if a lease had ended before the work;
     *     otherwise the work has not been run. A caller who is interrupted while waiting has not got the lock, and is still
     *     interrupted afterwards
     * @throws RuntimeException whatever the work throws, the very same instance, even after the end of a lease
     */
    <T> Locked<T> withLock(SortedSet<String> keys, Supplier<T> work);
}
