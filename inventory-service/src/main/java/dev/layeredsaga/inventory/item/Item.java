package dev.layeredsaga.inventory.item;

import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How much of a sku there is and how much of it is held by live claims; with {@link ClaimPolicy#EXCLUSIVE}, also whose it is
 * at the moment. Never more is reserved than is on hand. Quantity and lock change together, in one place.
 */
@Entity
@Table(name = "item")
public class Item {

    @Id
    private String sku;

    private int onHand;
    private int reserved;

    @Enumerated(EnumType.STRING)
    private ClaimPolicy policy;

    @Embedded
    private @Nullable SemanticLock lock;

    private long fence;
    private int waiting;

    @Version
    private long version;

    @SuppressWarnings("NullAway.Init") // Hibernate sets the fields
    protected Item() {}

    Item(String sku, int onHand, ClaimPolicy policy) {
        this.sku = sku;
        this.onHand = requireNotNegative(onHand);
        this.policy = policy;
    }

    /** What stands in the way of a claim; null if nothing does. An expired lock does: it has to be taken over first. */
    public @Nullable Obstacle obstacleTo(int quantity) {
        if (quantity > onHand) {
            return new Obstacle.OutOfStock();
        }
        if (lock != null) {
            return new Obstacle.Locked(lock);
        }
        return quantity > available() ? new Obstacle.HeldByOthers() : null;
    }

    /** Whether claims whose time has run out may be all that stands in the way. */
    public boolean mayBeOrphaned(int quantity, Instant now) {
        return switch (policy) {
            case EXCLUSIVE -> lock != null && lock.isExpired(now);
            case COUNTED -> quantity > available() && quantity <= onHand;
        };
    }

    /** Returns true if waiters keep it from all who come later for as long as they wait: it is given out one at a time. */
    public boolean isStrictlyQueued() {
        return policy == ClaimPolicy.EXCLUSIVE;
    }

    /**
     * Returns true if so much cannot be had without what waiters keep from those who come later.
     *
     * @param share of what is on hand that they keep at most, if it is a counted item
     */
    public boolean needsKeptStock(int quantity, double share) {
        return isStrictlyQueued() || quantity > available() - (int) (onHand * share);
    }

    /**
     * Reserves so much for a claim.
     *
     * @return the fence: higher than that of any earlier claim on this item
     * @throws IllegalStateException if there is an {@linkplain #obstacleTo obstacle}
     */
    public long claim(int quantity, SemanticLock claimant) {
        requirePositive(quantity);
        if (obstacleTo(quantity) != null) {
            throw new IllegalStateException("%d of %s cannot be claimed now".formatted(quantity, sku));
        }
        reserved += quantity;
        if (policy == ClaimPolicy.EXCLUSIVE) {
            lock = claimant;
        }
        return ++fence;
    }

    /**
     * What was reserved for the claim is sold.
     *
     * @throws IllegalStateException if the claim does not have the item
     */
    public void confirm(UUID claimId, int quantity) {
        giveUp(claimId, quantity);
        onHand -= quantity;
    }

    /**
     * What was reserved for the claim is free again.
     *
     * @throws IllegalStateException if the claim does not have the item
     */
    public void release(UUID claimId, int quantity) {
        giveUp(claimId, quantity);
    }

    /**
     * The claim that has the item has changed: it lasts longer, or is someone else's.
     *
     * @throws IllegalStateException if the claim does not have the item
     */
    public void renew(SemanticLock changed) {
        if (policy == ClaimPolicy.EXCLUSIVE) {
            lockOf(changed.claimId());
            lock = changed;
        }
    }

    /** Another one waits for it. */
    public void joinLine() {
        waiting++;
    }

    /** One waits no longer. */
    public void leaveLine() {
        waiting--;
    }

    public boolean hasLine() {
        return waiting > 0;
    }

    /** How many wait for it. */
    public int waiting() {
        return waiting;
    }

    /** What was sold has come back. */
    public void restock(int quantity) {
        onHand = Math.addExact(onHand, requirePositive(quantity));
    }

    /** Whether another claim has had this item for itself since the claim with this fence. */
    public boolean wasTakenSince(long earlierFence) {
        return policy == ClaimPolicy.EXCLUSIVE && fence > earlierFence;
    }

    /** Sets the stock, unless live claims speak against it. */
    Adjustment adjust(int newOnHand, ClaimPolicy newPolicy) {
        if (requireNotNegative(newOnHand) < reserved) {
            return new Adjustment.BelowReserved(reserved);
        }
        if (newPolicy != policy && reserved > 0) {
            return new Adjustment.PolicyInUse(policy);
        }
        onHand = newOnHand;
        policy = newPolicy;
        return new Adjustment.Made();
    }

    private void giveUp(UUID claimId, int quantity) {
        if (requirePositive(quantity) > reserved) {
            throw new IllegalStateException("only %d of %s are reserved, not %d".formatted(reserved, sku, quantity));
        }
        if (policy == ClaimPolicy.EXCLUSIVE) {
            lockOf(claimId);
            lock = null;
        }
        reserved -= quantity;
    }

    private SemanticLock lockOf(UUID claimId) {
        if (lock == null || !lock.claimId().equals(claimId)) {
            throw new IllegalStateException("%s is not locked by claim %s".formatted(sku, claimId));
        }
        return lock;
    }

    private static int requirePositive(int quantity) {
        if (quantity < 1) {
            throw new IllegalArgumentException("quantity must be at least 1: " + quantity);
        }
        return quantity;
    }

    private static int requireNotNegative(int quantity) {
        if (quantity < 0) {
            throw new IllegalArgumentException("on hand must not be negative: " + quantity);
        }
        return quantity;
    }

    public String sku() {
        return sku;
    }

    public int available() {
        return onHand - reserved;
    }

    ItemSnapshot snapshot() {
        return new ItemSnapshot(sku, onHand, reserved, policy, lock, waiting, version);
    }
}
