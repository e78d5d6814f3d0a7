package dev.layeredsaga.messaging.inventory;

import dev.layeredsaga.messaging.StockLine;
import dev.layeredsaga.messaging.saga.StepAttempt;
import java.time.Duration;
import java.util.List;

/**
 * Claim all lines for the saga, or none. Answered by {@link StockClaimed} or {@link ClaimRefused}.
 *
 * @param ttl how long the claim lasts, counted from when it is granted
 */
public record ClaimStock(StepAttempt attempt, List<StockLine> lines, Duration ttl) implements InventoryCommand {

    public ClaimStock {
        lines = List.copyOf(lines);
    }
}
