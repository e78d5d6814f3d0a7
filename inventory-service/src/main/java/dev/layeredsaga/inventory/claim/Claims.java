package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.claim.Claim.Standing;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimScope;
import dev.layeredsaga.inventory.claim.command.Refusal;
import dev.layeredsaga.inventory.item.Item;
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
    private final ClaimChanges changes;
    private final Waiting waiting;
    private final ClaimMeters meters;

    Claims(WorkingSets workingSets, Expiry expiry, ClaimChanges changes, Waiting waiting, ClaimMeters meters) {
        this.workingSets = workingSets;
        this.expiry = expiry;
        this.changes = changes;
        this.waiting = waiting;
        this.meters = meters;
    }

    /**
     * Handles the commands in order, each with its own outcome: a refusal does not affect the other commands.
     *
     * @param scope what the commands concern, or more
     * @throws org.springframework.transaction.IllegalTransactionStateException if there is no transaction
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public List<ClaimOutcome> handle(List<ClaimCommand> commands, ClaimScope scope) {
        WorkingSet state = workingSets.load(scope);
        expiry.makeWayFor(holdsAmong(commands), state);
        waiting.serve(state);
        List<ClaimOutcome> outcomes =
                commands.stream().map(command -> handle(command, state)).toList();
        meters.answered(outcomes);
        return outcomes;
    }

    /** Serves the waiters for items that the command frees before the next command runs. */
    private ClaimOutcome handle(ClaimCommand command, WorkingSet state) {
        ClaimOutcome outcome = outcomeOf(command, state);
        waiting.serve(state);
        return outcome;
    }

    private ClaimOutcome outcomeOf(ClaimCommand command, WorkingSet state) {
        return switch (command) {
            case ClaimCommand.Hold hold -> waiting.hold(hold, state);
            case ClaimCommand.Adopt adopt -> changes.adopt(adopt, state);
            case ClaimCommand.Confirm confirm -> changes.confirm(confirm, state);
            case ClaimCommand.Extend extend -> changes.extend(extend, state);
            case ClaimCommand.Release release -> changes.release(release, state);
            case ClaimCommand.ForceRelease release -> changes.forceRelease(release, state);
            case ClaimCommand.ReleaseSaga release -> {
                waiting.leave(release.sagaId(), state);
                yield changes.releaseSaga(release, state);
            }
            case ClaimCommand.Restore restore -> changes.restore(restore, state);
        };
    }

    /** Returns a hold as it is now, or a refusal if it has ended or now belongs to a saga, whose token is never returned. */
    @Transactional(propagation = Propagation.MANDATORY)
    public ClaimOutcome repeat(UUID claimId) {
        WorkingSet state = workingSets.load(ClaimScope.ofClaims(Set.of(claimId)));
        Claim claim = state.claim(claimId);
        return claim == null || claim.sagaId() != null
                ? new ClaimOutcome.Refused(new Refusal.ClaimLost())
                : Granting.repeat(claim, state);
    }

    private static List<ClaimCommand.Hold> holdsAmong(List<ClaimCommand> commands) {
        return commands.stream()
                .filter(ClaimCommand.Hold.class::isInstance)
                .map(ClaimCommand.Hold.class::cast)
                .toList();
    }

    /** Expires the claims that are still held and overdue; returns their number. */
    @Transactional(propagation = Propagation.MANDATORY)
    public int expireOverdue(Collection<UUID> claimIds, ClaimScope scope) {
        WorkingSet state = workingSets.load(scope);
        List<Claim> overdue = claimIds.stream()
                .map(state::claim)
                .filter(claim -> claim != null && claim.standingAt(state.now()) == Standing.OVERDUE)
                .toList();
        overdue.forEach(claim -> expiry.expire(claim, state));
        waiting.serve(state);
        return overdue.size();
    }

    /** Ends the wait of sagas whose timeout has passed; returns their number. */
    @Transactional(propagation = Propagation.MANDATORY)
    public int sendAway(Collection<UUID> sagaIds, ClaimScope scope) {
        WorkingSet state = workingSets.load(scope);
        long gone =
                sagaIds.stream().filter(sagaId -> waiting.giveUp(sagaId, state)).count();
        waiting.serve(state);
        return (int) gone;
    }

    /** Grants newly available stock of an item to its waiters. */
    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void stockChanged(String sku) {
        int unused = serve(sku, ClaimScope.MOST_SERVED);
    }

    /**
     * Grants what is free of an item to its waiters, at most so many, and leaves the rest to later sections; returns how many have left
     * the queue.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public int serve(String sku, int most) {
        WorkingSet state = workingSets.load(ClaimScope.ofItem(sku).serving(most));
        state.freed(Set.of(sku));
        waiting.serve(state);
        return state.settled();
    }

    /** Does the same for the waiters that an earlier section has left; does nothing if it has left none. */
    @Transactional(propagation = Propagation.MANDATORY)
    public int serveLeft(String sku, int most) {
        WorkingSet state = workingSets.load(ClaimScope.ofItem(sku).serving(most));
        waiting.serveLeft(sku, state);
        return state.settled();
    }

    /** Does as {@link Item#passOver}; returns false if there is no such item, either. */
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean passOver(String sku, long from, long to) {
        Item item = workingSets.load(ClaimScope.ofItem(sku)).item(sku);
        return item != null && item.passOver(from, to);
    }
}
