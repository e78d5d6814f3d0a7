package dev.layeredsaga.inventory.claim;

import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The use cases of claims. All of them assume that the items they are about are locked and that a transaction is under way,
 * which {@link ClaimSections} sees to.
 */
@Service
public class Claims {

    private final WorkingSets workingSets;
    private final Expiry expiry;
    private final Holding holding;
    private final Settling settling;

    Claims(WorkingSets workingSets, Expiry expiry, Holding holding, Settling settling) {
        this.workingSets = workingSets;
        this.expiry = expiry;
        this.holding = holding;
        this.settling = settling;
    }

    /**
     * Handles the commands in their order, each with an outcome of its own: a refusal leaves its neighbours alone.
     *
     * @throws org.springframework.transaction.IllegalTransactionStateException if there is no transaction
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public List<ClaimOutcome> handle(List<ClaimCommand> commands) {
        WorkingSet at = workingSets.load(Concern.of(commands));
        expiry.makeWayFor(holdsAmong(commands), at);
        return commands.stream().map(command -> handle(command, at)).toList();
    }

    private ClaimOutcome handle(ClaimCommand command, WorkingSet at) {
        return switch (command) {
            case ClaimCommand.Hold hold -> holding.hold(hold, at);
            case ClaimCommand.Confirm confirm -> settling.confirm(confirm, at);
            case ClaimCommand.Extend extend -> settling.extend(extend, at);
            case ClaimCommand.Release release -> settling.release(release, at);
            case ClaimCommand.ReleaseSaga release -> settling.releaseSaga(release, at);
        };
    }

    private static List<ClaimCommand.Hold> holdsAmong(List<ClaimCommand> commands) {
        return commands.stream()
                .filter(ClaimCommand.Hold.class::isInstance)
                .map(ClaimCommand.Hold.class::cast)
                .toList();
    }

    /** Expires those of the claims that are still held and overdue; returns how many that were. */
    @Transactional(propagation = Propagation.MANDATORY)
    public int expireOverdue(Collection<UUID> claimIds) {
        WorkingSet at = workingSets.load(Concern.ofClaims(claimIds));
        List<Claim> overdue = claimIds.stream()
                .map(at::claim)
                .filter(claim -> claim != null && claim.standingAt(at.now()) == ClaimStanding.OVERDUE)
                .toList();
        overdue.forEach(claim -> expiry.expire(claim, at));
        return overdue.size();
    }
}
