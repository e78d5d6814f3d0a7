package dev.layeredsaga.inventory.lock.actor;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * The actors, at most one per key. Sending and removing are each one atomic step on the key's entry of the map, so that no turn
 * reaches a removed actor, and no key gets a second actor while the first still serves. Thread-safe.
 */
final class Actors implements AutoCloseable {

    private final ConcurrentMap<String, KeyActor> byKey = new ConcurrentHashMap<>();

    /** Sends the turn to the key's actor; starts one if the key has none. */
    void send(Turn turn) {
        byKey.compute(turn.key(), (key, present) -> {
            KeyActor actor = present == null ? KeyActor.start(key) : present;
            actor.send(turn);
            return actor;
        });
    }

    /** Removes the actors that are idle, every minute by default. */
    @Scheduled(fixedDelayString = "${inventory.locking.actor-sweep-interval:1m}")
    void sweep() {
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
