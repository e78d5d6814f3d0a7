package dev.layeredsaga.contract.inventory;

import java.util.List;
import java.util.UUID;

/**
 * Names sagas, to have their claims compared with what has become of them. The inventory answers for each whose claims differ from that,
 * by a {@link ClaimUnsettled} or a {@link ClaimMissing}, and says nothing of the others.
 *
 * @param completed the sagas whose claim is sold
 * @param compensated the sagas that hold no claim
 * @param unfinished sagas under way for long, which may still be compensated: their claims are kept for that if they are sold
 */
public record VerifyClaims(List<UUID> completed, List<UUID> compensated, List<UUID> unfinished)
        implements InventoryMessage {

    public VerifyClaims {
        completed = List.copyOf(completed);
        compensated = List.copyOf(compensated);
        unfinished = unfinished == null ? List.of() : List.copyOf(unfinished);
    }
}
