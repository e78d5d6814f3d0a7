package dev.layeredsaga.inventory.claim.command;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** A claim as it was when it was read. */
public record ClaimSnapshot(
        UUID id, String owner, UUID token, ClaimState state, List<Line> lines, Instant createdAt, Instant expiresAt) {

    /**
     * A quantity of one item.
     *
     * @param fence the item's count of claims when this one was granted
     * @param returned how many have come back by returns
     */
    public record Line(String sku, int quantity, long fence, int returned) {

        /** A line of which nothing has come back. */
        public Line(String sku, int quantity, long fence) {
            this(sku, quantity, fence, 0);
        }

        /** Returns how many have not come back. */
        public int left() {
            return quantity - returned;
        }
    }

    public ClaimSnapshot {
        lines = List.copyOf(lines);
    }

    /** Keeps the token out of logs. */
    @Override
    public String toString() {
        return "ClaimSnapshot[id=%s, owner=%s, state=%s]".formatted(id, owner, state);
    }
}
