package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.saga.StepAttempt;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Claims all lines for the saga, or none. Answered by {@link StockClaimed} or {@link ClaimRefused}; by {@link ClaimQueued} first if
 * the saga has to wait in the queue.
 *
 * @param ttl the lifetime of the claim from the time it is granted
 * @param queueTimeout the timeout for waiting in the queue if others hold the stock; null for no waiting
 */
public record ClaimStock(
        StepAttempt attempt,
        List<StockLine> lines,
        Duration ttl,
        @Nullable Duration queueTimeout) implements InventoryCommand {

    public ClaimStock {
        lines = List.copyOf(lines);
    }
}
