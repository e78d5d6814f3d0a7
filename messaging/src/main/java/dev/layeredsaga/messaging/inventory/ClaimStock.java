package dev.layeredsaga.messaging.inventory;

import dev.layeredsaga.messaging.StockLine;
import dev.layeredsaga.messaging.saga.StepAttempt;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Claim all lines for the saga, or none. Answered by {@link StockClaimed} or {@link ClaimRefused}; by {@link ClaimQueued} first if
 * the saga has to wait in line.
 *
 * @param ttl how long the claim lasts, counted from when it is granted
 * @param patience how long to wait in line if others hold what is wanted; null for not at all
 */
public record ClaimStock(
        StepAttempt attempt,
        List<StockLine> lines,
        Duration ttl,
        @Nullable Duration patience) implements InventoryCommand {

    public ClaimStock {
        lines = List.copyOf(lines);
    }
}
