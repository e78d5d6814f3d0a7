package dev.layeredsaga.contract.inventory;

import java.util.List;
import java.util.UUID;

/**
 * A claim expired before it was confirmed; its stock is free again.
 *
 * @param owner the saga's id, or the owner of a hold
 */
public record ClaimExpired(UUID claimId, String owner, List<String> skus) implements InventoryEvent {

    public ClaimExpired {
        skus = List.copyOf(skus);
    }
}
