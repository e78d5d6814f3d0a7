package dev.layeredsaga.testbed.failures.audit.seen;

import java.util.List;
import java.util.Set;

/** The customers' log of a run, independent of the system's own records. */
public record CustomersSeen(
        List<Stock> stocks, List<Accepted> accepted, List<StaleCall> staleCalls, List<SoldHold> soldHolds) {

    /** The initial stock of an item. */
    public record Stock(String sku, int onHand, boolean exclusive) {

        /** Returns the stock with so many pieces more. */
        public Stock plus(int pieces) {
            return new Stock(sku, onHand + pieces, exclusive);
        }
    }

    /** An order that was answered with 202; the same key may have been accepted several times. */
    public record Accepted(String key, String orderId) {}

    /**
     * A call with a token that does not count any more, or never did.
     *
     * @param expected the codes of which one is the right refusal
     * @param status of the answer; 0 if there was none, or one that decides nothing
     * @param code of the refusal; empty if it was none
     */
    public record StaleCall(String claimId, String call, Set<String> expected, int status, String code) {

        public boolean isAnswered() {
            return status != 0;
        }

        public boolean isRightlyRefused() {
            return status == 409 && expected.contains(code);
        }
    }

    /** A hold whose confirmation was answered with success. */
    public record SoldHold(String claimId) {}
}
