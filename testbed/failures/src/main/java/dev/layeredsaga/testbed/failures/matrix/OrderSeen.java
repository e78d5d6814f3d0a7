package dev.layeredsaga.testbed.failures.matrix;

import java.time.Duration;

/**
 * One order as observed from outside.
 *
 * @param took the time from its placing to its end, or to the end of the wait
 */
record OrderSeen(String id, Standing standing, Money money, EventTrace trace, CallCounts calls, Duration took) {

    /**
     * The order API's and the orchestrator's answers.
     *
     * @param reason the code; empty if there is none
     * @param saga the saga's status, direction, step and {@code waitsFor}
     */
    record Standing(String status, String reason, String saga) {

        boolean isStuck() {
            return saga.startsWith("STUCK");
        }
    }
}
