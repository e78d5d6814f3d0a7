package dev.layeredsaga.inventory.lock.actor;

import dev.layeredsaga.messaging.heartbeat.BackgroundTask;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * The actors, at most one per key. Sending and removing are each one atomic step on the key's entry of the map, so that no turn
 * reaches a removed actor, and no key gets a second actor while the first still serves. Thread-safe.
 */
final class Actors implements BackgroundTask, AutoCloseable {

    private final Duration sweepInterval;
    private final ConcurrentMap<String, KeyActor> byKey = new ConcurrentHashMap<>();

    Actors(Duration sweepInterval) {
        Assert.isTrue(
                sweepInterval.isPositive(),
                "inventory.locking.actor-sweep-interval must be positive: " + sweepInterval);
        this.sweepInterval = sweepInterval;
    }

    /** Sends the turn to the key's actor; starts one if the key has none. Returns false if the actor's mailbox is full. */
    boolean send(Turn turn) {
        boolean[] accepted = {false};
        byKey.compute(turn.key(), (key, present) -> {
            KeyActor actor = present == null ? KeyActor.start(key) : present;
            accepted[0] = actor.send(turn);
            return actor;
        });
        return accepted[0];
    }

    @Override
    public Schedule schedule() {
        return new Schedule("idle-actors", sweepInterval);
    }

    /** Removes the actors that are idle. */
    @Override
    public void tick() {
        byKey.keySet().forEach(key -> byKey.computeIfPresent(key, (same, actor) -> unlessIdle(actor)));
    }

    int count() {
        return byKey.size();
    }

    @Override
    public void close() {
        byKey.values().forEach(KeyActor::stop);
    }

    private static @Nullable KeyActor unlessIdle(KeyActor actor) {
        if (!actor.idle()) {
            return actor;
        }
        actor.stop();
        return null;
    }
}
