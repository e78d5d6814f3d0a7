package dev.layeredsaga.testbed.failures.audit;

import java.util.List;
import java.util.Map;

/**
 * The state reported by order-service and orchestrator.
 *
 * @param orders by order id
 * @param sagas by saga id, which is the order's
 * @param attemptsTwice sagas whose history ends the same attempt twice
 */
public record OrdersSeen(Map<String, Order> orders, Map<String, Saga> sagas, List<String> attemptsTwice) {

    /** @param reason the code; empty if there is none */
    public record Order(String id, String status, String reason, Map<String, Integer> quantities, long total) {

        public boolean isConfirmed() {
            return status.equals("CONFIRMED");
        }

        boolean hasEnded() {
            return !status.equals("PENDING");
        }
    }

    /** @param waitsFor why it has not ended, in its own words */
    public record Saga(String id, String status, String step, String waitsFor) {

        boolean hasEnded() {
            return status.equals("COMPLETED") || status.equals("COMPENSATED");
        }
    }
}
