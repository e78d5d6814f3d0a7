package dev.layeredsaga.contract.inventory;

import java.util.List;
import java.util.UUID;

/**
 * Names sagas that have ended. The inventory answers for each of which its claims tell otherwise, by a {@link ClaimUnsettled} or a
 * {@link ClaimMissing}, and says nothing of the others.
 *
 * @param completed the sagas whose claim is sold
 * @param compensated the sagas that hold no claim
 */
public record VerifyClaims(List<UUID> completed, List<UUID> compensated) implements InventoryMessage {

    public VerifyClaims {
        completed = List.copyOf(completed);
        compensated = List.copyOf(compensated);
    }
}
