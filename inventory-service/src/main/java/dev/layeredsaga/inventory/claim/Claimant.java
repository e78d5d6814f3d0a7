package dev.layeredsaga.inventory.claim;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who claims.
 *
 * @param sagaId the saga, which can have one claim at a time; null for a hold
 */
public record Claimant(String owner, @Nullable UUID sagaId) {

    public static Claimant saga(UUID sagaId) {
        return new Claimant(sagaId.toString(), sagaId);
    }

    public static Claimant holder(String owner) {
        return new Claimant(owner, null);
    }
}
