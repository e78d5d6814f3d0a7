package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.item.Item;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Confirms, extends and gives back claims, for whoever has the current token; gives back what a saga has. */
@Component
class Settling {

    private final ClaimRepository claims;
    private final Expiry expiry;

    Settling(ClaimRepository claims, Expiry expiry) {
        this.claims = claims;
        this.expiry = expiry;
    }

    ClaimOutcome confirm(ClaimCommand.Confirm command, WorkingSet at) {
        Claim claim = at.claim(command.claimId());
        if (claim == null) {
            return refused(new Refusal.UnknownClaim());
        }
        return switch (claim.standingOf(command.token(), at.now())) {
            case CURRENT -> {
                claim.confirm(at.now());
                at.forEachLine(claim, (item, line) -> item.confirm(claim.id(), line.quantity()));
                yield granted(claim);
            }
            case CONFIRMED -> granted(claim);
            case OVERDUE -> expired(claim, at);
            case EXPIRED -> gone(claim, at);
            case RELEASED, WRONG_TOKEN -> refused(new Refusal.ClaimLost());
        };
    }

    ClaimOutcome extend(ClaimCommand.Extend command, WorkingSet at) {
        Claim claim = at.claim(command.claimId());
        if (claim == null) {
            return refused(new Refusal.UnknownClaim());
        }
        return switch (claim.standingOf(command.token(), at.now())) {
            case CURRENT -> {
                claim.extend(command.ttl(), at.now());
                at.forEachLine(claim, (item, unused) -> item.extend(claim.id(), claim.expiresAt()));
                yield granted(claim);
            }
            case CONFIRMED -> granted(claim);
            case OVERDUE -> expired(claim, at);
            case EXPIRED -> gone(claim, at);
            case RELEASED, WRONG_TOKEN -> refused(new Refusal.ClaimLost());
        };
    }

    ClaimOutcome release(ClaimCommand.Release command, WorkingSet at) {
        Claim claim = at.claim(command.claimId());
        if (claim == null) {
            return refused(new Refusal.UnknownClaim());
        }
        return switch (claim.standingOf(command.token(), at.now())) {
            case CURRENT -> {
                giveBack(claim, at);
                yield granted(claim);
            }
            case RELEASED -> granted(claim);
            case CONFIRMED -> refused(new Refusal.AlreadyConfirmed());
            case OVERDUE -> expired(claim, at);
            case EXPIRED -> gone(claim, at);
            case WRONG_TOKEN -> refused(new Refusal.ClaimLost());
        };
    }

    /** Undoes whatever the saga has done here, and will be found by whatever it still wants to do. */
    ClaimOutcome releaseSaga(ClaimCommand.ReleaseSaga command, WorkingSet at) {
        Claim claim = at.claimOf(command.sagaId());
        if (claim == null) {
            return granted(leaveTombstone(command, at));
        }
        switch (claim.standingAt(at.now())) {
            case CURRENT -> giveBack(claim, at);
            case OVERDUE -> expiry.expire(claim, at);
            case CONFIRMED -> {
                claim.release();
                at.forEachLine(claim, (item, line) -> item.restock(line.quantity()));
            }
            case RELEASED, EXPIRED, WRONG_TOKEN -> {}
        }
        return granted(claim);
    }

    private Claim leaveTombstone(ClaimCommand.ReleaseSaga command, WorkingSet at) {
        Claim tombstone = Claim.tombstone(command.sagaId(), at.now());
        claims.add(tombstone);
        at.addClaim(tombstone);
        return tombstone;
    }

    private static void giveBack(Claim claim, WorkingSet at) {
        claim.release();
        at.forEachLine(claim, (item, line) -> item.release(claim.id(), line.quantity()));
    }

    private ClaimOutcome expired(Claim claim, WorkingSet at) {
        expiry.expire(claim, at);
        return refused(new Refusal.ClaimExpired());
    }

    /** Expired is not lost, unless someone else has had one of the items since. */
    private static ClaimOutcome gone(Claim claim, WorkingSet at) {
        boolean superseded = claim.lines().stream().anyMatch(line -> wasTakenSince(at.item(line.sku()), line.fence()));
        return refused(superseded ? new Refusal.ClaimLost() : new Refusal.ClaimExpired());
    }

    private static boolean wasTakenSince(@Nullable Item item, long fence) {
        return item != null && item.wasTakenSince(fence);
    }

    private static ClaimOutcome granted(Claim claim) {
        return new ClaimOutcome.Granted(claim.snapshot());
    }

    private static ClaimOutcome refused(Refusal refusal) {
        return new ClaimOutcome.Refused(refusal);
    }
}
