package dev.layeredsaga.inventory.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A saga in the wait queue. It waits for all of its quantities at once, is queued for each of the items, and holds none of them
 * until then.
 *
 * @param quantities by sku
 * @param ttl the time to live of its claim, from when it is granted
 * @param request the request that the reply will answer
 * @param givesUpAt the time at which its wait ends if it has not been served
 * @param position its place in the order of all waiters; 0 before it is stored
 * @param version counts its changes, from 0
 */
public record Waiter(
        UUID sagaId,
        SortedMap<String, Integer> quantities,
        Duration ttl,
        Request request,
        Instant since,
        Instant givesUpAt,
        long position,
        long version) {

    public Waiter {
        quantities = Collections.unmodifiableSortedMap(new TreeMap<>(quantities));
    }

    /**
     * The step of the saga that sent the request, and its attempt.
     *
     * @param proof goes back with the reply; null if none was sent
     * @param trace the position in the saga's trace, as the sender wrote it; null if none was sent
     */
    public record Request(
            String step,
            int attempt,
            @Nullable String proof,
            @Nullable String trace) {}
}
