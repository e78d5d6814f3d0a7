package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.item.Item;
import dev.layeredsaga.inventory.item.Obstacle;
import dev.layeredsaga.inventory.item.SemanticLock;
import dev.layeredsaga.inventory.line.QueueProperties;
import dev.layeredsaga.inventory.line.WaitQueue;
import dev.layeredsaga.inventory.line.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Grants new claims: all of the requested quantities, or nothing. */
@Component
class Granting {

    private final ClaimRepository claims;
    private final ClaimLookup lookup;
    private final WaitQueue line;
    private final Expiry expiry;
    private final QueueProperties queue;

    Granting(ClaimRepository claims, ClaimLookup lookup, WaitQueue line, Expiry expiry, QueueProperties queue) {
        this.claims = claims;
        this.lookup = lookup;
        this.line = line;
        this.expiry = expiry;
        this.queue = queue;
    }

    ClaimOutcome hold(ClaimCommand.Hold wanted, WorkingSet at) {
        Claim earlier = at.claimOf(wanted.claimant().sagaId());
        if (earlier != null && !isOver(earlier, at)) {
            return repeat(earlier, at);
        }
        Refusal refusal = refusalOfNewcomer(wanted.quantities(), at);
        return refusal == null
                ? new ClaimOutcome.Granted(grant(wanted.claimant(), wanted.quantities(), wanted.ttl(), at))
                : new ClaimOutcome.Refused(refusal);
    }

    /** Returns true if the time of the saga's claim has run out, so that it may have another one. */
    private boolean isOver(Claim earlier, WorkingSet at) {
        if (earlier.standingAt(at.now()) == ClaimStanding.OVERDUE) {
            expiry.expire(earlier, at);
            claims.flush(); // before the next one is inserted: only one claim of a saga counts
        }
        return earlier.hasExpired();
    }

    /** Returns the outcome of a repeated request from the state of its claim. */
    static ClaimOutcome repeat(Claim earlier, WorkingSet at) {
        return switch (earlier.standingAt(at.now())) {
            case CURRENT, CONFIRMED -> new ClaimOutcome.Granted(earlier.snapshot());
            case OVERDUE, EXPIRED -> new ClaimOutcome.Refused(new Refusal.ClaimExpired());
            case RELEASED, WRONG_TOKEN -> new ClaimOutcome.Refused(new Refusal.ClaimLost());
        };
    }

    /** Returns the refusal for the waiter whose turn it is; null if the quantities can be granted. */
    @Nullable Refusal refusalOf(SortedMap<String, Integer> quantities, WorkingSet at) {
        return refusalOf(quantities, at, this::refusalOf);
    }

    /** Returns the refusal for a claimant that has not waited; null if the quantities can be granted. */
    @Nullable Refusal refusalOfNewcomer(SortedMap<String, Integer> quantities, WorkingSet at) {
        return refusalOf(quantities, at, this::refusalOfNewcomer);
    }

    /** Prefers a refusal that waiting cannot change to one that it can. */
    private static @Nullable Refusal refusalOf(SortedMap<String, Integer> quantities, WorkingSet at, LineRule rule) {
        Refusal busy = null;
        for (Map.Entry<String, Integer> line : quantities.entrySet()) {
            Refusal refusal = rule.refusalOf(line.getKey(), line.getValue(), at);
            if (refusal != null && !(refusal instanceof Refusal.Busy)) {
                return refusal;
            }
            busy = busy == null ? refusal : busy;
        }
        return busy;
    }

    private interface LineRule {
        @Nullable Refusal refusalOf(String sku, int quantity, WorkingSet at);
    }

    /** Refuses newcomers what is left of an item if a waiter needs more than that, and keeps it. */
    private @Nullable Refusal refusalOfNewcomer(String sku, int quantity, WorkingSet at) {
        Refusal refusal = refusalOf(sku, quantity, at);
        Item item = at.item(sku);
        return refusal == null && item != null && item.hasLine() && isKeptFromNewcomers(item, quantity, at)
                ? heldByOthers(sku, at)
                : refusal;
    }

    private boolean isKeptFromNewcomers(Item item, int quantity, WorkingSet at) {
        Instant keepersSince = item.isStrictlyQueued() ? Instant.EPOCH : queue.keepersSince(at.now());
        return needsKeptStock(item, quantity) && line.needsMoreThan(item.available(), item.sku(), keepersSince);
    }

    /** Returns true if the quantity is not available without the stock that waiters keep. */
    boolean needsKeptStock(Item item, int quantity) {
        return item.needsKeptStock(quantity, queue.keptShare());
    }

    /** Returns true if the waiter, which is short of the item, keeps what is left of it from those who came later. */
    boolean keeps(Waiter waiter, Item item, WorkingSet at) {
        return item.isStrictlyQueued() || waiter.since().isAfter(queue.keepersSince(at.now()));
    }

    private @Nullable Refusal refusalOf(String sku, int quantity, WorkingSet at) {
        Item item = at.item(sku);
        if (item == null) {
            return new Refusal.UnknownSku(sku);
        }
        return switch (item.obstacleTo(quantity)) {
            case null -> null;
            case Obstacle.OutOfStock outOfStock -> new Refusal.OutOfStock(sku);
            case Obstacle.Locked locked -> Refusal.Busy.with(sku, locked.lock(), at.now());
            case Obstacle.HeldByOthers held -> heldByOthers(sku, at);
        };
    }

    /** Returns busy until the first of the claims on a counted item ends, including claims not yet written to the database. */
    private Refusal heldByOthers(String sku, WorkingSet at) {
        Stream<SemanticLock> atHand = at.currentClaimsOn(sku).map(Claim::semanticLock);
        return Stream.concat(atHand, at.inDatabase(sku, lookup::nextToExpireOn).stream())
                .min(Comparator.comparing(SemanticLock::expiresAt))
                .map(first -> Refusal.Busy.with(sku, first, at.now()))
                .orElseGet(() -> new Refusal.Busy(sku, at.now(), at.now(), 1));
    }

    /** @throws IllegalStateException if an item has an obstacle */
    ClaimSnapshot grant(Claimant claimant, SortedMap<String, Integer> quantities, Duration ttl, WorkingSet at) {
        Claim claim = Claim.held(claimant, at.now(), ttl);
        SemanticLock lock = claim.semanticLock();
        quantities.forEach((sku, quantity) -> {
            long fence = Objects.requireNonNull(at.item(sku)).claim(quantity, lock);
            claim.addLine(new ClaimLine(sku, quantity, fence));
        });
        claims.add(claim);
        at.addClaim(claim);
        return claim.snapshot();
    }
}
