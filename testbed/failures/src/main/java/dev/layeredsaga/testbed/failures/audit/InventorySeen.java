package dev.layeredsaga.testbed.failures.audit;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the inventory-service says of its items, and its database of the claims.
 *
 * @param lives when claims on items began and ceased to be live, as far as that was recorded
 * @param waiting the sagas that stand in line
 */
public record InventorySeen(Map<String, Item> items, List<Claim> claims, List<Life> lives, List<String> waiting) {

    public record Item(String sku, int onHand, int reserved, boolean locked, String lockedBy) {}

    /** @param sagaId null if it is a hold that no order has taken over */
    public record Claim(
            String id, @Nullable String sagaId, String state, boolean overdue, Map<String, Integer> quantities) {

        boolean is(String wanted) {
            return state.equals(wanted);
        }

        /** The order's id, or else the claim's. */
        String name() {
            return sagaId == null ? id : sagaId;
        }
    }

    /**
     * How long a claim had an item.
     *
     * @param end null if it still has it
     * @param endedBy the transaction in which it ended: whatever begins in the same one comes after it
     */
    public record Life(
            String sku,
            String claimId,
            String name,
            Instant begin,
            String begunBy,
            @Nullable Instant end,
            @Nullable String endedBy) {

        boolean overlaps(Life later) {
            return end == null || (end.isAfter(later.begin) && !later.begunBy.equals(endedBy));
        }
    }
}
