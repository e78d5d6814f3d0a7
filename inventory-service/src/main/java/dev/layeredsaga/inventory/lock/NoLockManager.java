package dev.layeredsaga.inventory.lock;

import java.util.SortedSet;
import java.util.function.Supplier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** Locks nothing: optimistic locking in the database decides alone. */
@Component
@ConditionalOnProperty(name = "inventory.locking.provider", havingValue = "none")
final class NoLockManager implements LockManager {

    @Override
    public <T> Locked<T> withLock(SortedSet<String> keys, Supplier<T> work) {
        return new Locked.Done<>(work.get());
    }
}
