package dev.layeredsaga.testbed.failures.matrix;

import java.time.Duration;

/**
 * What can be seen of one order from the outside.
 *
 * @param took from its placing until it had come to its end, or as long as it was waited for
 */
record OrderSeen(String id, Standing standing, Money money, EventTrace trace, CallCounts calls, Duration took) {

    /**
     * What the order API and the orchestrator say.
     *
     * @param reason the code; empty if there is none
     * @param saga the saga's status, and where it stands and why
     */
    record Standing(String status, String reason, String saga) {

        boolean isStuck() {
            return saga.startsWith("STUCK");
        }
    }
}
