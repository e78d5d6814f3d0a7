package dev.layeredsaga.inventory.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Locks that end with their lease: takes them, does the work, gives them back, and tells work that kept its lease from work that
 * outlived it.
 *
 * @param <L> one lock
 */
public abstract class LeasedLockManager<L> implements LockManager {

    private final LockingProperties settings;

    protected LeasedLockManager(LockingProperties settings) {
        this.settings = settings;
    }

    @Override
    public final <T> Locked<T> withLock(SortedSet<String> keys, Supplier<T> work) {
        List<L> held = new ArrayList<>(keys.size());
        T value;
        boolean inTime;
        try {
            Locked<T> failure = acquire(keys, held);
            if (failure != null) {
                return failure;
            }
            value = work.get();
        } finally {
            inTime = release(held);
        }
        return inTime ? new Locked.Done<>(value) : new Locked.Overrun<>(value, settings.leaseTime());
    }

    /** Returns null if all keys are locked; {@code held} has those that are, in any case. */
    protected abstract <T> @Nullable Locked<T> acquire(SortedSet<String> keys, List<L> held);

    /** Gives the locks back. Returns false if one of them was no longer held. */
    protected abstract boolean release(List<L> held);

    protected final LockingProperties settings() {
        return settings;
    }
}
