package dev.layeredsaga.messaging.inventory;

import dev.layeredsaga.messaging.StockLine;
import dev.layeredsaga.messaging.saga.StepAttempt;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Make the claim, which its owner has held so far, the saga's. From then on it has another token, and the owner's is worth
 * nothing. Answered by {@link StockClaimed} or {@link ClaimRefused}; if it is refused, the owner still has what they had.
 *
 * @param token the owner's
 * @param lines what the saga needs; the claim has to hold exactly this
 * @param ttl how long the claim is to last at least, counted from now
 */
public record AdoptClaim(StepAttempt attempt, UUID claimId, UUID token, List<StockLine> lines, Duration ttl)
        implements InventoryCommand {

    public AdoptClaim {
        lines = List.copyOf(lines);
    }

    /** The token stays out of logs. */
    @Override
    public String toString() {
        return "AdoptClaim[attempt=%s, claimId=%s]".formatted(attempt, claimId);
    }
}
