package dev.layeredsaga.testbed.demo;

import dev.layeredsaga.testbed.client.GatewayAccount;
import java.time.Duration;
import java.util.Objects;

/** The outcome of a demonstration order. */
record OrderResult(
        DemoOrder expected,
        String orderId,
        String status,
        String reason,
        Steps steps,
        Duration took,
        GatewayAccount account) {

    /** As it should have ended, and the customer has paid exactly what was bought: the price once, or nothing. */
    boolean isAsExpected() {
        boolean bought = expected.expectedReason() == null;
        return status.equals(expected.expectedStatus())
                && reason.equals(Objects.requireNonNullElse(expected.expectedReason(), ""))
                && account.net() == (bought ? DemoShop.priceOf(expected) : 0)
                && account.captures() <= 1;
    }
}
