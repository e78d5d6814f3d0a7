package dev.layeredsaga.inventory.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A lock manager whose locks expire with a lease: acquires the locks, runs the work, releases the locks, and distinguishes work
 * that ended within its lease from work that outlived it.
 *
 * @param <L> the type of a lock
 */
public abstract class LeasedLockManager<L> implements LockManager {

    private final LockingProperties settings;

    protected LeasedLockManager(LockingProperties settings) {
        this.settings = settings;
    }

    @Override
    public final <T> Locked<T> withLock(SortedSet<String> keys, Supplier<T> work) {
        return withLock(keys, lease -> work.get());
    }

    @Override
    public final <T> Locked<T> withLock(SortedSet<String> keys, Function<Lease, T> work) {
        List<L> held = new ArrayList<>(keys.size());
        T value;
        boolean inTime;
        try {
            Locked<T> failure = acquire(keys, held);
            if (failure != null) {
                return failure;
            }
            value = work.apply(() -> cancels(held));
        } finally {
            inTime = release(held);
        }
        return inTime ? new Locked.Done<>(value) : new Locked.Overrun<>(value, settings.leaseTime());
    }

    /** Returns null if all keys are locked; {@code held} receives the acquired locks in any case. */
    protected abstract <T> @Nullable Locked<T> acquire(SortedSet<String> keys, List<L> held);

    /** Returns true if one of the leases has ended and is to cancel the work. By default none does. */
    protected boolean cancels(List<L> held) {
        return false;
    }

    /** Releases the locks. Returns false if one of them was no longer held. */
    protected abstract boolean release(List<L> held);

    protected final LockingProperties settings() {
        return settings;
    }
}
