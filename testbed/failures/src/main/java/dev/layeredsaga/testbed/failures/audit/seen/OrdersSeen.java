package dev.layeredsaga.testbed.failures.audit.seen;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The state reported by order-service and orchestrator.
 *
 * @param orders by order id
 * @param sagas by saga id, which is the order's, or the return's
 * @param attemptsTwice sagas whose history ends the same attempt twice
 */
public record OrdersSeen(Map<String, Order> orders, Map<String, Saga> sagas, List<String> attemptsTwice) {

    /** @param reason the code; empty if there is none */
    public record Order(String id, String status, String reason, Map<String, Integer> quantities, long total) {

        public boolean isConfirmed() {
            return status.equals("CONFIRMED");
        }

        public boolean hasEnded() {
            return !status.equals("PENDING");
        }

        /** Returns the order with so many pieces less. */
        public Order without(Map<String, Integer> pieces) {
            Map<String, Integer> left = new HashMap<>(quantities);
            left.replaceAll((sku, quantity) -> quantity - pieces.getOrDefault(sku, 0));
            return new Order(id, status, reason, left, total);
        }
    }

    /** @param waitsFor why it has not ended, in its own words */
    public record Saga(String id, String status, String direction, String step, String waitsFor) {

        public boolean hasEnded() {
            return status.equals("COMPLETED") || status.equals("COMPENSATED");
        }

        public boolean isStuck() {
            return status.equals("STUCK");
        }

        /** Returns status, direction, step and {@code waitsFor}. */
        public String inWords() {
            return String.join(" ", status, direction, step, waitsFor).strip();
        }
    }
}
