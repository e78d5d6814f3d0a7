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
     * a bounded time only. Not reentrant.
     *
     * @param keys locked in their order, so that callers with overlapping keys cannot deadlock; without keys there is nothing
     *     to lock and the work just runs
     * @return {@link Locked.Done} with what the work returned; otherwise the work has not been run
     * @throws RuntimeException whatever the work throws
     */
    <T> Locked<T> withLock(SortedSet<String> keys, Supplier<T> work);
}
