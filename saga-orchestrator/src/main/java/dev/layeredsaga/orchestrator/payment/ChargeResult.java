package dev.layeredsaga.orchestrator.payment;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is known after asking the gateway for money. */
public sealed interface ChargeResult {

    record Captured(String paymentId) implements ChargeResult {}

    /** Refused for good. */
    record Declined(String code) implements ChargeResult {}

    /** This call has certainly captured nothing. */
    record NotMade(String reason, @Nullable Duration retryAfter) implements ChargeResult {}

    /** It may have been captured or not. */
    record Unknown(String reason) implements ChargeResult {}
}
