package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.item.StockObserver;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The use cases of claims. All of them require locks on the items concerned and a transaction, both provided by
 * {@link ClaimSections}.
 */
@Service
public class Claims implements StockObserver {

    private final WorkingSets workingSets;
    private final Expiry expiry;
    private final Settling settling;
    private final Waiting waiting;
    private final ClaimMeters meters;

    Claims(WorkingSets workingSets, Expiry expiry, Settling settling, Waiting waiting, ClaimMeters meters) {
        this.workingSets = workingSets;
        this.expiry = expiry;
        this.settling = settling;
        this.waiting = waiting;
        this.meters = meters;
    }

    /** Does as {@link #handle(List, Concern)}, with just what the commands concern. */
    @Transactional(propagation = Propagation.MANDATORY)
    public List<ClaimOutcome> handle(List<ClaimCommand> commands) {
        return handle(commands, Concern.of(commands));
    }

    /**
     * Handles the commands in order, each with its own outcome: a refusal does not affect the other commands.
     *
     * @param concern what the commands concern, or more
     * @throws org.springframework.transaction.IllegalTransactionStateException if there is no transaction
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public List<ClaimOutcome> handle(List<ClaimCommand> commands, Concern concern) {
        WorkingSet at = workingSets.load(concern);
        expiry.makeWayFor(holdsAmong(commands), at);
        waiting.serve(at);
        List<ClaimOutcome> outcomes =
                commands.stream().map(command -> handle(command, at)).toList();
        meters.answered(outcomes);
        return outcomes;
    }

    /** Serves the waiters for items that the command frees before the next command runs. */
    private ClaimOutcome handle(ClaimCommand command, WorkingSet at) {
        ClaimOutcome outcome = outcomeOf(command, at);
        waiting.serve(at);
        return outcome;
    }

    private ClaimOutcome outcomeOf(ClaimCommand command, WorkingSet at) {
        return switch (command) {
            case ClaimCommand.Hold hold -> waiting.hold(hold, at);
            case ClaimCommand.Adopt adopt -> settling.adopt(adopt, at);
            case ClaimCommand.Confirm confirm -> settling.confirm(confirm, at);
            case ClaimCommand.Extend extend -> settling.extend(extend, at);
            case ClaimCommand.Release release -> settling.release(release, at);
            case ClaimCommand.ReleaseSaga release -> {
                waiting.leave(release.sagaId(), at);
                yield settling.releaseSaga(release, at);
            }
        };
    }

    private static List<ClaimCommand.Hold> holdsAmong(List<ClaimCommand> commands) {
        return commands.stream()
                .filter(ClaimCommand.Hold.class::isInstance)
                .map(ClaimCommand.Hold.class::cast)
                .toList();
    }

    /** Expires the claims that are still held and overdue; returns their number. */
    @Transactional(propagation = Propagation.MANDATORY)
    public int expireOverdue(Collection<UUID> claimIds) {
        WorkingSet at = workingSets.load(Concern.ofClaims(claimIds));
        List<Claim> overdue = claimIds.stream()
                .map(at::claim)
                .filter(claim -> claim != null && claim.standingAt(at.now()) == ClaimStanding.OVERDUE)
                .toList();
        overdue.forEach(claim -> expiry.expire(claim, at));
        waiting.serve(at);
        return overdue.size();
    }

    /** Ends the wait of sagas whose timeout has passed; returns their number. */
    @Transactional(propagation = Propagation.MANDATORY)
    public int sendAway(Collection<UUID> sagaIds) {
        WorkingSet at = workingSets.load(Concern.ofSagas(sagaIds));
        long gone =
                sagaIds.stream().filter(sagaId -> waiting.giveUp(sagaId, at)).count();
        waiting.serve(at);
        return (int) gone;
    }

    /** Grants newly available stock of an item to its waiters. */
    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void stockChanged(String sku) {
        WorkingSet at = workingSets.load(Concern.ofItem(sku));
        at.freed(Set.of(sku));
        waiting.serve(at);
    }
}
