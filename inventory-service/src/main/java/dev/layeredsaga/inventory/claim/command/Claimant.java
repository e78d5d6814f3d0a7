package dev.layeredsaga.inventory.claim.command;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The claimant: a saga, or the owner of a hold.
 *
 * @param sagaId the saga, which can have one claim at a time; null for a hold
 * @param isLimited true if the owner's holds are limited
 * @param heldSince the time from which the longest life of the hold counts, if earlier holds count; null: from its grant
 */
public record Claimant(
        String owner,
        @Nullable UUID sagaId,
        boolean isLimited,
        @Nullable Instant heldSince) {

    public static Claimant saga(UUID sagaId) {
        return new Claimant(sagaId.toString(), sagaId, false, null);
    }

    public static Claimant holder(String owner) {
        return new Claimant(owner, null, false, null);
    }

    /** Returns the owner of a hold whose holds are limited. */
    public static Claimant customer(String owner) {
        return new Claimant(owner, null, true, null);
    }

    /** Returns the same claimant, whose hold follows others. */
    public Claimant holdingSince(Instant since) {
        return new Claimant(owner, sagaId, isLimited, since);
    }
}
