package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.claim.Claim.Standing;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.Claimant;
import dev.layeredsaga.inventory.claim.command.Refusal;
import dev.layeredsaga.inventory.item.Item;
import dev.layeredsaga.inventory.item.Obstacle;
import dev.layeredsaga.inventory.item.SemanticLock;
import dev.layeredsaga.inventory.queue.QueueProperties;
import dev.layeredsaga.inventory.queue.WaitQueue;
import dev.layeredsaga.inventory.queue.Waiter;
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
    private final WaitQueue queue;
    private final Expiry expiry;
    private final QueueProperties settings;

    Granting(ClaimRepository claims, WaitQueue queue, Expiry expiry, QueueProperties settings) {
        this.claims = claims;
        this.queue = queue;
        this.expiry = expiry;
        this.settings = settings;
    }

    ClaimOutcome hold(ClaimCommand.Hold wanted, WorkingSet state) {
        Claim earlier = state.claimOf(wanted.claimant().sagaId());
        if (earlier != null && !isOver(earlier, state)) {
            return repeat(earlier, state);
        }
        Refusal refusal = refusalOfNewcomer(wanted.quantities(), state);
        return refusal == null
                ? new ClaimOutcome.Granted(grant(wanted.claimant(), wanted.quantities(), wanted.ttl(), state))
                : new ClaimOutcome.Refused(refusal);
    }

    /** Returns true if the time of the saga's claim has run out, so that it may have another one. */
    private boolean isOver(Claim earlier, WorkingSet state) {
        if (earlier.standingAt(state.now()) == Standing.OVERDUE) {
            expiry.expire(earlier, state);
        }
        if (earlier.hasExpired()) {
            claims.flush(); // before the next one is inserted: only one claim of a saga counts
        }
        return earlier.hasExpired();
    }

    /** Returns the outcome of a repeated request from the state of its claim. */
    static ClaimOutcome repeat(Claim earlier, WorkingSet state) {
        return switch (earlier.standingAt(state.now())) {
            case CURRENT, CONFIRMED -> new ClaimOutcome.Granted(earlier.snapshot());
            case OVERDUE, EXPIRED -> new ClaimOutcome.Refused(new Refusal.ClaimExpired());
            case RELEASED, WRONG_TOKEN -> new ClaimOutcome.Refused(new Refusal.ClaimLost());
        };
    }

    /** Returns the refusal for the waiter whose turn it is; null if the quantities can be granted. */
    @Nullable Refusal refusalOf(SortedMap<String, Integer> quantities, WorkingSet state) {
        return refusalOf(quantities, state, this::refusalOf);
    }

    /** Returns the refusal for a claimant that has not waited; null if the quantities can be granted. */
    @Nullable Refusal refusalOfNewcomer(SortedMap<String, Integer> quantities, WorkingSet state) {
        return refusalOf(quantities, state, this::refusalOfNewcomer);
    }

    /** Prefers a refusal that waiting cannot change to one that it can. */
    private static @Nullable Refusal refusalOf(SortedMap<String, Integer> quantities, WorkingSet state, LineRule rule) {
        Refusal busy = null;
        for (Map.Entry<String, Integer> line : quantities.entrySet()) {
            Refusal refusal = rule.refusalOf(line.getKey(), line.getValue(), state);
            if (refusal != null && !(refusal instanceof Refusal.Busy)) {
                return refusal;
            }
            busy = busy == null ? refusal : busy;
        }
        return busy;
    }

    private interface LineRule {
        @Nullable Refusal refusalOf(String sku, int quantity, WorkingSet state);
    }

    /** Refuses newcomers what is left of an item if a waiter needs more than that, and keeps it. */
    private @Nullable Refusal refusalOfNewcomer(String sku, int quantity, WorkingSet state) {
        Refusal refusal = refusalOf(sku, quantity, state);
        Item item = state.item(sku);
        return refusal == null && item != null && item.hasLine() && isKeptFromNewcomers(item, quantity, state)
                ? heldByOthers(sku, state)
                : refusal;
    }

    private boolean isKeptFromNewcomers(Item item, int quantity, WorkingSet state) {
        return needsKeptStock(item, quantity) && (item.isPartlyServed() || isShort(item, state, Long.MAX_VALUE));
    }

    /** Returns true if a waiter up to that position is short of the item and keeps what is left of it. */
    boolean isShort(Item item, WorkingSet state, long upTo) {
        Instant keepersSince = item.isStrictlyQueued() ? Instant.EPOCH : settings.keepersSince(state.now());
        return queue.needsMoreThan(item.available(), item.sku(), keepersSince, upTo);
    }

    /** Returns true if the quantity is not available without the stock that waiters keep. */
    boolean needsKeptStock(Item item, int quantity) {
        return item.needsKeptStock(quantity, settings.keptShare());
    }

    /** Returns true if the waiter, which is short of the item, keeps what is left of it from those who came later. */
    boolean keeps(Waiter waiter, Item item, WorkingSet state) {
        return item.isStrictlyQueued() || waiter.since().isAfter(settings.keepersSince(state.now()));
    }

    private @Nullable Refusal refusalOf(String sku, int quantity, WorkingSet state) {
        Item item = state.item(sku);
        if (item == null) {
            return new Refusal.UnknownSku(sku);
        }
        return switch (item.obstacleTo(quantity)) {
            case null -> null;
            case Obstacle.Retired retired -> new Refusal.UnknownSku(sku);
            case Obstacle.OutOfStock outOfStock -> new Refusal.OutOfStock(sku);
            case Obstacle.Locked locked -> Refusal.Busy.with(sku, locked.lock(), state.now());
            case Obstacle.HeldByOthers held -> heldByOthers(sku, state);
        };
    }

    /** Returns busy until the first of the claims on a counted item ends, including claims not yet written to the database. */
    private Refusal heldByOthers(String sku, WorkingSet state) {
        Stream<SemanticLock> atHand = state.currentClaimsOn(sku).map(Claim::semanticLock);
        return Stream.concat(atHand, state.inDatabase(sku, claims::nextToExpireOn).stream())
                .min(Comparator.comparing(SemanticLock::expiresAt))
                .map(first -> Refusal.Busy.with(sku, first, state.now()))
                .orElseGet(() -> new Refusal.Busy(sku, state.now(), state.now(), 1));
    }

    /** @throws IllegalStateException if an item has an obstacle */
    ClaimSnapshot grant(Claimant claimant, SortedMap<String, Integer> quantities, Duration ttl, WorkingSet state) {
        Claim claim = Claim.held(claimant, state.now(), ttl);
        SemanticLock lock = claim.semanticLock();
        quantities.forEach((sku, quantity) -> {
            long fence = Objects.requireNonNull(state.item(sku)).claim(quantity, lock);
            claim.addLine(new ClaimSnapshot.Line(sku, quantity, fence));
        });
        claims.add(claim);
        state.addClaim(claim);
        return claim.snapshot();
    }
}
