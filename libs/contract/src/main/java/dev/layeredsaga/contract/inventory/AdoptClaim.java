package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.saga.StepAttempt;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Transfers a claim from its owner to the saga. The claim gets a new token, and the owner's becomes invalid. Answered by
 * {@link StockClaimed} or {@link ClaimRefused}; if refused, the owner keeps the claim.
 *
 * @param token the owner's token
 * @param lines the lines that the saga needs; the claim must hold exactly these
 * @param ttl the minimum lifetime of the claim from now on
 */
public record AdoptClaim(StepAttempt attempt, UUID claimId, UUID token, List<StockLine> lines, Duration ttl)
        implements InventoryCommand {

    public AdoptClaim {
        lines = List.copyOf(lines);
    }

    /** Omits the token, to keep it out of logs. */
    @Override
    public String toString() {
        return "AdoptClaim[attempt=%s, claimId=%s]".formatted(attempt, claimId);
    }
}
