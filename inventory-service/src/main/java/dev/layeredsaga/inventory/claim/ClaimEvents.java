package dev.layeredsaga.inventory.claim;

import java.time.Instant;
import java.util.UUID;

/** Tells others what happened to claims that nobody asked for, with the current transaction. */
public interface ClaimEvents {

    /** Its time ran out; what it held is free again. */
    void expired(ClaimSnapshot claim);

    /** A saga has held it for longer than sagas take; whoever knows the saga may settle it. */
    void unsettled(UUID claimId, UUID sagaId, Instant heldSince);
}
