package dev.layeredsaga.testbed.failures.audit.seen;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The items as the inventory-service reports them, and the claims in its database.
 *
 * @param lives the recorded periods in which claims on items were live
 * @param waiting the sagas in the queue
 * @param unbalanced the items whose movements do not add up to what is on hand and sold
 */
public record InventorySeen(
        Map<String, Item> items, List<Claim> claims, List<Life> lives, List<String> waiting, List<String> unbalanced) {

    public record Item(String sku, int onHand, int reserved, boolean locked, String lockedBy) {}

    /** @param sagaId null if it is a hold that no order has taken over */
    public record Claim(
            String id, @Nullable String sagaId, String state, boolean overdue, Map<String, Integer> quantities) {

        public boolean is(String wanted) {
            return state.equals(wanted);
        }

        /** The order's id, or else the claim's. */
        public String name() {
            return sagaId == null ? id : sagaId;
        }
    }

    /**
     * The period in which a claim held an item.
     *
     * @param end null if it still holds it
     * @param endedBy the transaction in which it ended: a claim that begins in the same one comes after it
     */
    public record Life(
            String sku,
            String claimId,
            String name,
            Instant begin,
            String begunBy,
            @Nullable Instant end,
            @Nullable String endedBy) {

        public boolean overlaps(Life later) {
            return end == null || (end.isAfter(later.begin) && !later.begunBy.equals(endedBy));
        }
    }
}
