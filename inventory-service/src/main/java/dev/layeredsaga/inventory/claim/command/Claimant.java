package dev.layeredsaga.inventory.claim.command;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The claimant: a saga, or the owner of a hold.
 *
 * @param sagaId the saga, which can have one claim at a time; null for a hold
 * @param isLimited true if the number of the owner's live holds is limited
 */
public record Claimant(String owner, @Nullable UUID sagaId, boolean isLimited) {

    public static Claimant saga(UUID sagaId) {
        return new Claimant(sagaId.toString(), sagaId, false);
    }

    public static Claimant holder(String owner) {
        return new Claimant(owner, null, false);
    }

    /** Returns the owner of a hold with a limited number of live holds. */
    public static Claimant customer(String owner) {
        return new Claimant(owner, null, true);
    }
}
