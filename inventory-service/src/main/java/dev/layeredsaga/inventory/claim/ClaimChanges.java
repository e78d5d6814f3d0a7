package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.claim.Claim.Standing;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.Refusal;
import dev.layeredsaga.inventory.item.Item;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Confirms, extends and releases claims for the holder of the current token; releases what a saga has. */
@Component
class ClaimChanges {

    private final ClaimRepository claims;
    private final Expiry expiry;
    private final HoldProperties holds;
    private final ClaimAudit audit;
    private final Restoring restoring;

    ClaimChanges(ClaimRepository claims, Expiry expiry, HoldProperties holds, ClaimAudit audit, Restoring restoring) {
        this.claims = claims;
        this.expiry = expiry;
        this.holds = holds;
        this.audit = audit;
        this.restoring = restoring;
    }

    /** A saga's claim is never a customer's to confirm, whatever the token: the saga has not paid yet. */
    ClaimOutcome confirm(ClaimCommand.Confirm command, WorkingSet state) {
        Claim wanted = state.claim(command.claimId());
        String holder = command.holder();
        if (wanted != null && holder != null && !wanted.isHoldOf(holder)) {
            return refused(wanted.wasHoldOf(holder) ? new Refusal.ClaimLost() : new Refusal.UnknownClaim());
        }
        return settle(command.claimId(), command.token(), state, Set.of(Standing.CONFIRMED), claim -> {
            claim.confirm(state.now());
            state.free(claim, (item, line) -> item.confirm(claim.id(), line.quantity()));
        });
    }

    ClaimOutcome extend(ClaimCommand.Extend command, WorkingSet state) {
        return settle(command.claimId(), command.token(), state, Set.of(Standing.CONFIRMED), claim -> {
            claim.extend(command.ttl(), state.now(), holds.longestLife());
            state.forEachLine(claim, (item, unused) -> item.renew(claim.semanticLock()));
        });
    }

    ClaimOutcome release(ClaimCommand.Release command, WorkingSet state) {
        return settle(
                command.claimId(), command.token(), state, Set.of(Standing.RELEASED), claim -> giveBack(claim, state));
    }

    /** Releases a held claim and records who did it; one that has ended otherwise stays as it is. */
    ClaimOutcome forceRelease(ClaimCommand.ForceRelease command, WorkingSet state) {
        Claim claim = state.claim(command.claimId());
        if (claim == null) {
            return refused(new Refusal.UnknownClaim());
        }
        return switch (claim.standingAt(state.now())) {
            case CURRENT, OVERDUE -> {
                giveBack(claim, state);
                audit.released(command, state.now());
                yield granted(claim);
            }
            case CONFIRMED -> refused(new Refusal.AlreadyConfirmed());
            case RELEASED, EXPIRED, WRONG_TOKEN -> granted(claim);
        };
    }

    /** Transfers a hold to the saga. */
    ClaimOutcome adopt(ClaimCommand.Adopt command, WorkingSet state) {
        Claim earlier = state.claimOf(command.sagaId());
        if (earlier != null) {
            return Granting.repeat(earlier, state);
        }
        Claim hold = state.claim(command.claimId());
        if (hold != null && hold.sagaId() != null) {
            return refused(new Refusal.ClaimLost());
        }
        if (hold != null && isCurrent(hold, command.token(), state) && !hold.consistsOf(command.quantities())) {
            return refused(new Refusal.ClaimMismatch());
        }
        return settle(command.claimId(), command.token(), state, Set.of(), claim -> {
            claim.adopt(command.sagaId(), command.ttl(), state.now());
            state.addClaim(claim);
            state.forEachLine(claim, (item, unused) -> item.renew(claim.semanticLock()));
        });
    }

    private static boolean isCurrent(Claim claim, UUID token, WorkingSet state) {
        return claim.standingOf(token, state.now()) == Standing.CURRENT;
    }

    /** @param settled the standings of a claim on which this was already done, so that a repetition gives the same answer */
    private ClaimOutcome settle(
            UUID claimId, UUID token, WorkingSet state, Set<Standing> settled, Consumer<Claim> action) {
        Claim claim = state.claim(claimId);
        if (claim == null) {
            return refused(new Refusal.UnknownClaim());
        }
        Standing standing = claim.standingOf(token, state.now());
        if (standing == Standing.CURRENT) {
            action.accept(claim);
        } else if (!settled.contains(standing)) {
            return refused(refusalOf(claim, standing, state));
        }
        return granted(claim);
    }

    private Refusal refusalOf(Claim claim, Standing standing, WorkingSet state) {
        return switch (standing) {
            case OVERDUE -> {
                expiry.expire(claim, state);
                yield new Refusal.ClaimExpired();
            }
            case EXPIRED -> gone(claim, state);
            case CONFIRMED -> new Refusal.AlreadyConfirmed();
            case RELEASED, WRONG_TOKEN, CURRENT -> new Refusal.ClaimLost();
        };
    }

    /** Compensates whatever the saga has done here, and leaves a released claim or a tombstone for its later commands to find. */
    ClaimOutcome releaseSaga(ClaimCommand.ReleaseSaga command, WorkingSet state) {
        Claim claim = state.claimOf(command.sagaId());
        if (claim == null || claim.hasExpired()) {
            return granted(leaveTombstone(command, state));
        }
        switch (claim.standingAt(state.now())) {
            case CURRENT, OVERDUE -> giveBack(claim, state);
            case CONFIRMED -> {
                claim.release();
                state.free(claim, ClaimChanges::restock);
            }
            case RELEASED, EXPIRED, WRONG_TOKEN -> {}
        }
        return granted(claim);
    }

    /** Takes back what was sold to a saga. */
    ClaimOutcome restore(ClaimCommand.Restore command, WorkingSet state) {
        return restoring.restore(command, state);
    }

    private Claim leaveTombstone(ClaimCommand.ReleaseSaga command, WorkingSet state) {
        Claim tombstone = Claim.tombstone(command.sagaId(), state.now());
        claims.add(tombstone);
        state.addClaim(tombstone);
        return tombstone;
    }

    private static void restock(Item item, ClaimSnapshot.Line line) {
        if (line.left() > 0) {
            item.restock(line.left());
        }
    }

    private static void giveBack(Claim claim, WorkingSet state) {
        claim.release();
        state.free(claim, (item, line) -> item.release(claim.id(), line.quantity()));
    }

    /** Returns expired; or lost, if another claim has had one of the items since. */
    private static Refusal gone(Claim claim, WorkingSet state) {
        boolean superseded =
                claim.lines().stream().anyMatch(line -> wasTakenSince(state.item(line.sku()), line.fence()));
        return superseded ? new Refusal.ClaimLost() : new Refusal.ClaimExpired();
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
