package dev.layeredsaga.inventory.item;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.time.Instant;
import java.util.UUID;

/**
 * Who has an item while no RLock is held: a mark in the data that others can see and judge by.
 *
 * @param owner the saga's id, or the owner of a hold
 * @param expiresAt when it counts for nothing any more, even if it is still there
 */
@Embeddable
public record SemanticLock(
        @Column(name = "lock_claim_id") UUID claimId,
        @Column(name = "lock_owner") String owner,
        @Column(name = "locked_at") Instant lockedAt,
        @Column(name = "lock_expires_at") Instant expiresAt) {

    /** Whether it counts for nothing any more, so that the next one may take the item over. */
    public boolean isExpired(Instant now) {
        return !now.isBefore(expiresAt);
    }
}
