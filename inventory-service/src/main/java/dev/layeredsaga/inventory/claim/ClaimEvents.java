package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import java.time.Instant;
import java.util.UUID;

/** Publishes changes of claims that no command has requested, in the current transaction. */
public interface ClaimEvents {

    /** Publishes that the claim has expired; its items are free again. */
    void expired(ClaimSnapshot claim);

    /** Publishes that the saga's claim may be left over, so that the orchestrator can settle it. */
    void unsettled(UUID claimId, UUID sagaId, Instant heldSince);

    /** Publishes that a completed saga has no claim. */
    void missing(UUID sagaId);
}
