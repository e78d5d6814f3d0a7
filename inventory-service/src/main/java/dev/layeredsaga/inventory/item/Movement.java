package dev.layeredsaga.inventory.item;

import java.time.Instant;

/**
 * A change of an item's stock that is no sale.
 *
 * @param operator who has made it, or the name of a return; empty if the item is older than the ledger
 * @param available what was available after it
 */
public record Movement(
        long id, String sku, long delta, String reason, String operator, int available, Instant occurredAt) {

    boolean is(String otherSku, int otherDelta, String otherReason) {
        return sku.equals(otherSku) && delta == otherDelta && reason.equals(otherReason);
    }
}
