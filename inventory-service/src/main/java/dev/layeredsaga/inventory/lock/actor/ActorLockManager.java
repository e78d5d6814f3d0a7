package dev.layeredsaga.inventory.lock.actor;

import dev.layeredsaga.inventory.lock.LockManager;
import dev.layeredsaga.inventory.lock.LockWait;
import dev.layeredsaga.inventory.lock.Locked;
import dev.layeredsaga.inventory.lock.LockingProperties;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Supplier;

/**
 * Asks one actor per key for a turn; first come, first served. The actors only grant: the work runs on the calling thread, where
 * its transaction is. Protects the callers of this instance from each other and from nobody else: between instances PostgreSQL
 * decides alone.
 */
final class ActorLockManager implements LockManager {

    private final Actors actors;
    private final LockingProperties settings;

    /** @throws IllegalArgumentException if there is no time to wait: the answer of an actor always takes a moment */
    ActorLockManager(Actors actors, LockingProperties settings) {
        if (!settings.waitTime().isPositive()) {
            throw new IllegalArgumentException("inventory.locking.wait-time must be positive with provider actor");
        }
        this.actors = actors;
        this.settings = settings;
    }

    @Override
    public <T> Locked<T> withLock(SortedSet<String> keys, Supplier<T> work) {
        List<Turn> held = new ArrayList<>(keys.size());
        T value;
        boolean inTime;
        try {
            if (!acquire(keys, held)) {
                return new Locked.TimedOut<>(settings.waitTime());
            }
            value = work.get();
        } finally {
            inTime = release(held);
        }
        return inTime ? new Locked.Done<>(value) : new Locked.Overrun<>(value, settings.leaseTime());
    }

    /** Returns true if all keys are locked; {@code held} has those that are, in any case. */
    private boolean acquire(SortedSet<String> keys, List<Turn> held) {
        try {
            return LockWait.of(settings).lockAll(turnsAt(keys), held, this::take);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private List<Turn> turnsAt(SortedSet<String> keys) {
        return keys.stream().map(key -> new Turn(key, settings.leaseTime())).toList();
    }

    private boolean take(Turn turn, Duration wait) throws InterruptedException {
        actors.send(turn);
        return turn.enter(wait);
    }

    /** Returns false if one of the turns had ended before. */
    private static boolean release(List<Turn> held) {
        return held.stream().filter(Turn::leave).count() == held.size();
    }
}
