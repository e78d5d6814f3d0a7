package dev.layeredsaga.inventory.claim.command;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The items, sagas and claims that some commands concern.
 *
 * @param mostServed the most waiters that are offered what the commands free, as others wait for the section; the rest is left to later ones
 */
public record ClaimScope(Set<String> skus, Set<UUID> sagaIds, Set<UUID> claimIds, int mostServed) {

    /** The most waiters that a section serves. */
    public static final int MOST_SERVED = 100;

    public ClaimScope(Set<String> skus, Set<UUID> sagaIds, Set<UUID> claimIds) {
        this(skus, sagaIds, claimIds, MOST_SERVED);
    }

    /** Collects what the commands concern. */
    public static ClaimScope of(List<ClaimCommand> commands) {
        ClaimScope scope = new ClaimScope(new HashSet<>(), new HashSet<>(), new HashSet<>());
        commands.forEach(scope::add);
        return scope;
    }

    public static ClaimScope ofClaims(Collection<UUID> claimIds) {
        return new ClaimScope(Set.of(), Set.of(), Set.copyOf(claimIds));
    }

    public static ClaimScope ofSagas(Collection<UUID> sagaIds) {
        return new ClaimScope(Set.of(), Set.copyOf(sagaIds), Set.of());
    }

    public static ClaimScope ofItem(String sku) {
        return new ClaimScope(Set.of(sku), Set.of(), Set.of());
    }

    /** Returns the same with another limit of the waiters to serve. */
    public ClaimScope serving(int most) {
        return new ClaimScope(skus, sagaIds, claimIds, most);
    }

    private void add(ClaimCommand command) {
        switch (command) {
            case ClaimCommand.Hold hold -> {
                skus.addAll(hold.quantities().keySet());
                if (hold.claimant().sagaId() != null) {
                    sagaIds.add(hold.claimant().sagaId());
                }
            }
            case ClaimCommand.Adopt adopt -> {
                sagaIds.add(adopt.sagaId());
                claimIds.add(adopt.claimId());
            }
            case ClaimCommand.Confirm confirm -> claimIds.add(confirm.claimId());
            case ClaimCommand.Extend extend -> claimIds.add(extend.claimId());
            case ClaimCommand.Release release -> claimIds.add(release.claimId());
            case ClaimCommand.ForceRelease release -> claimIds.add(release.claimId());
            case ClaimCommand.ReleaseSaga release -> sagaIds.add(release.sagaId());
            case ClaimCommand.Restore restore -> sagaIds.add(restore.soldTo());
        }
    }
}
