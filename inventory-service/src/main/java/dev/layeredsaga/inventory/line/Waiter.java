package dev.layeredsaga.inventory.line;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A saga that waits for all of this, or nothing. It stands in the line of each of the items, and holds none of them meanwhile.
 *
 * @param quantities by sku
 * @param ttl how long its claim will last, from when it is granted
 * @param request what the answer will be to
 * @param givesUpAt when it is told that its turn has not come
 * @param version counts its changes
 */
public record Waiter(
        UUID sagaId,
        SortedMap<String, Integer> quantities,
        Duration ttl,
        Request request,
        Instant since,
        Instant givesUpAt,
        long version) {

    public Waiter {
        quantities = Collections.unmodifiableSortedMap(new TreeMap<>(quantities));
    }

    /** One that is new in the queue. */
    public Waiter(
            UUID sagaId,
            SortedMap<String, Integer> quantities,
            Duration ttl,
            Request request,
            Instant since,
            Instant givesUpAt) {
        this(sagaId, quantities, ttl, request, since, givesUpAt, 0);
    }

    /**
     * Which step of the saga asked, and in which attempt.
     *
     * @param trace where in the saga's trace, as whoever asked writes it; null if nobody said
     */
    public record Request(
            String step, int attempt, @Nullable String trace) {}
}
