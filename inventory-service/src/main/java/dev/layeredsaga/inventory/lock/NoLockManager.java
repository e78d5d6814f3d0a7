package dev.layeredsaga.inventory.lock;

import java.util.SortedSet;
import java.util.function.Supplier;

/** Locks nothing: optimistic locking in the database decides alone. */
final class NoLockManager implements LockManager {

    @Override
    public <T> Locked<T> withLock(SortedSet<String> keys, Supplier<T> work) {
        return new Locked.Done<>(work.get());
    }
}
