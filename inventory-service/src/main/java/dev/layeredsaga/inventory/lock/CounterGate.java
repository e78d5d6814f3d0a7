package dev.layeredsaga.inventory.lock;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedSet;

/**
 * Counts the callers that want a key before they lock it: the first goes on, the others are rejected as busy. Grants nothing, as the
 * database decides about the first, too. Counts no caller by default. Thread-safe.
 */
public interface CounterGate {

    /**
     * Counts the caller at all of the keys, or at none if another is counted at one of them. A count ends after that time at the latest.
     *
     * @return the key at which another is counted; empty if the caller may go on, as one also may while the counters are unavailable
     */
    default Optional<Taken> enter(SortedSet<String> keys, Duration atMost) {
        return Optional.empty();
    }

    /** Ends whatever count the keys have; returns before it has ended. */
    default void leave(Collection<String> keys) {}

    /**
     * A key at which another is counted.
     *
     * @param left the time after which the count ends at the latest
     */
    record Taken(String key, Duration left) {}
}
