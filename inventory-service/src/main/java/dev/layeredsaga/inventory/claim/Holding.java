package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.item.Item;
import dev.layeredsaga.inventory.item.Obstacle;
import dev.layeredsaga.inventory.item.SemanticLock;
import dev.layeredsaga.inventory.line.QueueProperties;
import dev.layeredsaga.inventory.line.Waiter;
import dev.layeredsaga.inventory.line.WaitingLine;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Grants new claims: all of what is wanted, or nothing. */
@Component
class Holding {

    private final ClaimRepository claims;
    private final ClaimLookup lookup;
    private final WaitingLine line;
    private final Expiry expiry;
    private final QueueProperties queue;

    Holding(ClaimRepository claims, ClaimLookup lookup, WaitingLine line, Expiry expiry, QueueProperties queue) {
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

    /** Whether the time of the saga's claim has run out, so that it may have another one. */
    private boolean isOver(Claim earlier, WorkingSet at) {
        if (earlier.standingAt(at.now()) == ClaimStanding.OVERDUE) {
            expiry.expire(earlier, at);
            claims.flush(); // before the next one is there: a saga has one that counts
        }
        return earlier.hasExpired();
    }

    /** Asking again brings to light what became of the claim. */
    static ClaimOutcome repeat(Claim earlier, WorkingSet at) {
        return switch (earlier.standingAt(at.now())) {
            case CURRENT, CONFIRMED -> new ClaimOutcome.Granted(earlier.snapshot());
            case OVERDUE, EXPIRED -> new ClaimOutcome.Refused(new Refusal.ClaimExpired());
            case RELEASED, WRONG_TOKEN -> new ClaimOutcome.Refused(new Refusal.ClaimLost());
        };
    }

    /** Why the one whose turn it is cannot have this. */
    @Nullable Refusal refusalOf(SortedMap<String, Integer> quantities, WorkingSet at) {
        return refusalOf(quantities, at, this::refusalOf);
    }

    /** Why one who has not waited cannot have this. */
    @Nullable Refusal refusalOfNewcomer(SortedMap<String, Integer> quantities, WorkingSet at) {
        return refusalOf(quantities, at, this::refusalOfNewcomer);
    }

    /** What waiting would not change comes before what it might. */
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

    /** What is left of an item is not for newcomers as far as someone in the queue needs more than that, and keeps it. */
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

    /** Returns true if so much of the item cannot be had without what those in the queue keep. */
    boolean needsKeptStock(Item item, int quantity) {
        return item.needsKeptStock(quantity, queue.keptShare());
    }

    /** Returns true if the waiter keeps what is left of the item, which it is short of, from those who came later. */
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

    /** Busy until the first of the claims on a counted item ends, whether or not it has reached the database yet. */
    private Refusal heldByOthers(String sku, WorkingSet at) {
        Stream<SemanticLock> atHand = at.currentClaimsOn(sku).map(Claim::semanticLock);
        return Stream.concat(atHand, at.inDatabase(sku, lookup::nextToExpireOn).stream())
                .min(Comparator.comparing(SemanticLock::expiresAt))
                .map(first -> Refusal.Busy.with(sku, first, at.now()))
                .orElseGet(() -> new Refusal.Busy(sku, at.now(), at.now(), 1));
    }

    /** @throws IllegalStateException if something stands in the way */
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
