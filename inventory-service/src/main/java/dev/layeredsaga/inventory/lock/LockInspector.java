package dev.layeredsaga.inventory.lock;

import java.util.Collection;

/** Shows people the locks of a {@link LockManager}. Nothing is decided by what it says, which may be over at once. Thread-safe. */
@FunctionalInterface
public interface LockInspector {

    /**
     * Returns the locks that are held, by any owner. The wait is bounded.
     *
     * @param keys the keys that the report must include; others are there as far as they can be found with little effort
     */
    LockReport inspect(Collection<String> keys);
}
