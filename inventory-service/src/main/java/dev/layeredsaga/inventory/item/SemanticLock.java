package dev.layeredsaga.inventory.item;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.time.Instant;
import java.util.UUID;

/**
 * A semantic lock: a mark in the data that names the holder of an item while no RLock is held, for other transactions to check.
 *
 * @param owner the saga's id, or the owner of a hold
 * @param expiresAt the time from which the lock no longer counts, even if it is still set
 */
@Embeddable
public record SemanticLock(
        @Column(name = "lock_claim_id") UUID claimId,
        @Column(name = "lock_owner") String owner,
        @Column(name = "locked_at") Instant lockedAt,
        @Column(name = "lock_expires_at") Instant expiresAt) {

    /** Returns true if the lock no longer counts, so that the next claim may take the item over. */
    public boolean isExpired(Instant now) {
        return !now.isBefore(expiresAt);
    }
}
