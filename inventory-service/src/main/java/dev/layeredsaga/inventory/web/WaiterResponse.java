package dev.layeredsaga.inventory.web;

import dev.layeredsaga.inventory.queue.Waiter;
import java.time.Instant;
import java.util.SortedMap;
import java.util.UUID;

/**
 * A saga in the wait queue.
 *
 * @param quantities all that it waits for at once, by sku
 * @param until the time at which it gives up
 */
public record WaiterResponse(UUID sagaId, SortedMap<String, Integer> quantities, Instant since, Instant until) {

    public static WaiterResponse of(Waiter waiter) {
        return new WaiterResponse(waiter.sagaId(), waiter.quantities(), waiter.since(), waiter.givesUpAt());
    }
}
