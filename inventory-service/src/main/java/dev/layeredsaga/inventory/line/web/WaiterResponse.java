package dev.layeredsaga.inventory.line.web;

import dev.layeredsaga.inventory.line.Waiter;
import java.time.Instant;
import java.util.SortedMap;
import java.util.UUID;

/**
 * One who waits in line.
 *
 * @param quantities all that it wants at once, by sku
 * @param until when it gives up
 */
public record WaiterResponse(UUID sagaId, SortedMap<String, Integer> quantities, Instant since, Instant until) {

    public static WaiterResponse of(Waiter waiter) {
        return new WaiterResponse(waiter.sagaId(), waiter.quantities(), waiter.since(), waiter.givesUpAt());
    }
}
