package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.item.Item;
import dev.layeredsaga.inventory.item.Obstacle;
import dev.layeredsaga.inventory.item.SemanticLock;
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

    Holding(ClaimRepository claims, ClaimLookup lookup) {
        this.claims = claims;
        this.lookup = lookup;
    }

    ClaimOutcome hold(ClaimCommand.Hold wanted, WorkingSet at) {
        Claim earlier = at.claimOf(wanted.claimant().sagaId());
        if (earlier != null) {
            return repeat(earlier, at);
        }
        Refusal refusal = refusalOf(wanted.quantities(), at);
        return refusal == null
                ? new ClaimOutcome.Granted(grant(wanted, at).snapshot())
                : new ClaimOutcome.Refused(refusal);
    }

    /** A saga has one claim in its life: asking again brings to light what became of it. */
    private static ClaimOutcome repeat(Claim earlier, WorkingSet at) {
        return switch (earlier.standingAt(at.now())) {
            case CURRENT, CONFIRMED -> new ClaimOutcome.Granted(earlier.snapshot());
            case OVERDUE, EXPIRED -> new ClaimOutcome.Refused(new Refusal.ClaimExpired());
            case RELEASED, WRONG_TOKEN -> new ClaimOutcome.Refused(new Refusal.ClaimLost());
        };
    }

    private @Nullable Refusal refusalOf(SortedMap<String, Integer> quantities, WorkingSet at) {
        for (Map.Entry<String, Integer> line : quantities.entrySet()) {
            Refusal refusal = refusalOf(line.getKey(), line.getValue(), at);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
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

    private Claim grant(ClaimCommand.Hold wanted, WorkingSet at) {
        Claim claim = Claim.held(wanted.claimant(), at.now(), wanted.ttl());
        SemanticLock lock = claim.semanticLock();
        wanted.quantities().forEach((sku, quantity) -> {
            long fence = Objects.requireNonNull(at.item(sku)).claim(quantity, lock);
            claim.addLine(new ClaimLine(sku, quantity, fence));
        });
        claims.add(claim);
        at.addClaim(claim);
        return claim;
    }
}
