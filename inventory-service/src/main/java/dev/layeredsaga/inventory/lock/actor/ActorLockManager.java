package dev.layeredsaga.inventory.lock.actor;

import dev.layeredsaga.inventory.lock.LeasedLockManager;
import dev.layeredsaga.inventory.lock.LockWait;
import dev.layeredsaga.inventory.lock.Locked;
import dev.layeredsaga.inventory.lock.LockingProperties;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * Asks one actor per key for a turn; first come, first served. The actors only grant: the work runs on the calling thread, to
 * which its transaction is bound, and which an actor never interrupts: that would close a connection in the middle of its commit. A
 * lease that ends cancels the work before its next commit. Excludes only the callers of this instance from each other: between
 * instances PostgreSQL alone decides.
 */
final class ActorLockManager extends LeasedLockManager<Turn> {

    private final Actors actors;

    /** @throws IllegalArgumentException if the wait time is not positive: an actor's reply always takes some time */
    ActorLockManager(Actors actors, LockingProperties settings) {
        super(settings);
        Assert.isTrue(
                settings.waitTime().isPositive(), "inventory.locking.wait-time must be positive with provider actor");
        this.actors = actors;
    }

    @Override
    protected <T> @Nullable Locked<T> acquire(SortedSet<String> keys, List<Turn> held) {
        LockWait wait = LockWait.of(settings());
        return takeAll(keys, held, wait)
                ? null
                : new Locked.TimedOut<>(settings().waitTime().minus(wait.remaining()));
    }

    private boolean takeAll(SortedSet<String> keys, List<Turn> held, LockWait wait) {
        try {
            return wait.lockAll(turnsAt(keys), held, this::take);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private List<Turn> turnsAt(SortedSet<String> keys) {
        return keys.stream().map(key -> new Turn(key, settings().leaseTime())).toList();
    }

    private boolean take(Turn turn, Duration wait) throws InterruptedException {
        return actors.send(turn) && turn.enter(wait);
    }

    @Override
    protected boolean cancels(List<Turn> held) {
        return held.stream().anyMatch(Turn::hasEnded);
    }

    @Override
    protected boolean release(List<Turn> held) {
        return held.stream().filter(Turn::leave).count() == held.size();
    }
}
