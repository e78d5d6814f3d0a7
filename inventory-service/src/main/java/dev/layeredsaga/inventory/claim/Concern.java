package dev.layeredsaga.inventory.claim;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The items, sagas and claims that some commands concern. */
public record Concern(Set<String> skus, Set<UUID> sagaIds, Set<UUID> claimIds) {

    /** Collects what the commands concern. */
    public static Concern of(List<ClaimCommand> commands) {
        Concern concern = new Concern(new HashSet<>(), new HashSet<>(), new HashSet<>());
        commands.forEach(concern::add);
        return concern;
    }

    static Concern ofClaims(Collection<UUID> claimIds) {
        return new Concern(Set.of(), Set.of(), Set.copyOf(claimIds));
    }

    static Concern ofSagas(Collection<UUID> sagaIds) {
        return new Concern(Set.of(), Set.copyOf(sagaIds), Set.of());
    }

    static Concern ofItem(String sku) {
        return new Concern(Set.of(sku), Set.of(), Set.of());
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
            case ClaimCommand.ReleaseSaga release -> sagaIds.add(release.sagaId());
        }
    }
}
