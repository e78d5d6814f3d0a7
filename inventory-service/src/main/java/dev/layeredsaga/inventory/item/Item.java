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
 * The stock of a sku and the part of it reserved by live claims; with {@link ClaimPolicy#EXCLUSIVE}, also the current holder. The
 * reserved quantity never exceeds the stock on hand. Quantity and semantic lock change together, in one place.
 */
@Entity
@Table(name = "item")
public class Item {

    /** The most that can be put on hand. */
    public static final int MOST = 1_000_000_000;

    @Id
    private String sku;

    private int onHand;
    private int reserved;

    @Enumerated(EnumType.STRING)
    private ClaimPolicy policy;

    @Embedded
    private @Nullable SemanticLock lock;

    private boolean retired;
    private long sold;
    private long soldWhenSet;
    private long fence;
    private int waiting;
    private @Nullable Long servedUpTo;

    @Version
    private long version;

    @SuppressWarnings("NullAway.Init") // Hibernate sets the fields
    protected Item() {}

    public Item(String sku, int onHand, ClaimPolicy policy) {
        this.sku = sku;
        this.onHand = requireNotNegative(onHand);
        this.policy = policy;
    }

    /**
     * Returns the reason why the quantity cannot be claimed now; null if there is none. An expired lock still counts: it has to
     * be taken over first.
     */
    public @Nullable Obstacle obstacleTo(int quantity) {
        if (retired) {
            return new Obstacle.Retired();
        }
        if (quantity > onHand) {
            return new Obstacle.OutOfStock();
        }
        if (lock != null) {
            return new Obstacle.Locked(lock);
        }
        return quantity > available() ? new Obstacle.HeldByOthers() : null;
    }

    /** Returns true if expired claims may be the only obstacle. */
    public boolean mayBeOrphaned(int quantity, Instant now) {
        return switch (policy) {
            case EXCLUSIVE -> lock != null && lock.isExpired(now);
            case COUNTED -> quantity > available() && quantity <= onHand;
        };
    }

    /** Returns true if waiters keep the item from later claimants for as long as they wait, because it is exclusive. */
    public boolean isStrictlyQueued() {
        return policy == ClaimPolicy.EXCLUSIVE;
    }

    /**
     * Returns true if the quantity is not available without the stock that waiters keep from later claimants.
     *
     * @param share the largest share of the stock on hand that waiters keep, if the item is counted
     */
    public boolean needsKeptStock(int quantity, double share) {
        return isStrictlyQueued() || quantity > available() - (int) (onHand * share);
    }

    /**
     * Reserves the quantity for a claim.
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
     * Turns the claim's reserved quantity into a sale.
     *
     * @throws IllegalStateException if the claim does not hold the item
     */
    public void confirm(UUID claimId, int quantity) {
        giveUp(claimId, quantity);
        onHand -= quantity;
        sold += quantity;
    }

    /**
     * Frees the claim's reserved quantity.
     *
     * @throws IllegalStateException if the claim does not hold the item
     */
    public void release(UUID claimId, int quantity) {
        giveUp(claimId, quantity);
    }

    /**
     * Replaces the semantic lock of a claim that was extended or adopted.
     *
     * @throws IllegalStateException if the claim does not hold the item
     */
    public void renew(SemanticLock changed) {
        if (policy == ClaimPolicy.EXCLUSIVE) {
            lockOf(changed.claimId());
            lock = changed;
        }
    }

    /** Counts one more waiter. */
    public void enqueue() {
        waiting++;
    }

    /** Counts one waiter less. */
    public void leaveLine() {
        waiting--;
    }

    public boolean hasLine() {
        return waiting > 0;
    }

    /** Returns the number of waiters. */
    public int waiting() {
        return waiting;
    }

    /** Has the waiters behind that position served later: what is free may be theirs. */
    public void serveLater(long position) {
        servedUpTo = servedUpTo == null ? position : Math.min(servedUpTo, position);
    }

    /** Returns the position behind which waiters are left to serve, and forgets it; null if there are none. */
    public @Nullable Long takeServedUpTo() {
        Long position = servedUpTo;
        servedUpTo = null;
        return position;
    }

    /** Leaves out the waiters between these positions; returns false if those behind the first are not the next to serve. */
    public boolean passOver(long from, long to) {
        boolean isNext = servedUpTo != null && servedUpTo == from;
        if (isNext) {
            servedUpTo = to;
        }
        return isNext;
    }

    /** Returns true if waiters are left to serve. */
    public boolean isPartlyServed() {
        return servedUpTo != null;
    }

    /** Puts the quantity of a cancelled sale back into stock. */
    public void restock(int quantity) {
        onHand = Math.addExact(onHand, requirePositive(quantity));
        sold -= quantity;
    }

    /** Puts back into stock what was sold and has come back; the sale stays one. */
    public void putBack(int quantity) {
        onHand = Math.addExact(onHand, requirePositive(quantity));
    }

    /** Returns true if another claim has held this item exclusively since the claim with this fence. */
    public boolean wasTakenSince(long earlierFence) {
        return policy == ClaimPolicy.EXCLUSIVE && fence > earlierFence;
    }

    /**
     * Sets the stock and the policy, unless they conflict with live claims; a retired item is back. Returns null if it has, the reason if
     * not.
     */
    ItemOutcome.@Nullable Refusal adjust(int newOnHand, @Nullable ClaimPolicy newPolicy) {
        ClaimPolicy wanted = newPolicy == null ? policy : newPolicy;
        if (wanted != policy && reserved > 0) {
            return new ItemOutcome.PolicyInUse(policy);
        }
        ItemOutcome.Refusal refusal = move(newOnHand - onHand);
        if (refusal == null) {
            policy = wanted;
            retired = false;
            soldWhenSet = sold;
        }
        return refusal;
    }

    /** Changes the stock by a difference, unless too much or less than what is reserved would be left; returns as {@link #adjust} does. */
    ItemOutcome.@Nullable Refusal move(int delta) {
        long moved = (long) onHand + delta;
        if (moved < reserved) {
            return new ItemOutcome.OnHandBelowReserved(reserved);
        }
        if (delta > 0 && moved > MOST) {
            return new ItemOutcome.TooMuch();
        }
        onHand = (int) moved;
        return null;
    }

    /** Takes the item and its stock away, unless claims or waiters want it; returns false if they do. */
    boolean retire() {
        retired = reserved == 0 && waiting == 0;
        onHand = retired ? 0 : onHand;
        return retired;
    }

    boolean isRetired() {
        return retired;
    }

    /** Returns the pieces sold since the stock was set, less those that came back; at least 0. */
    long soldSinceSet() {
        return Math.max(0, sold - soldWhenSet);
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

    public ItemSnapshot snapshot() {
        return new ItemSnapshot(sku, onHand, reserved, policy, lock, waiting, version);
    }
}
