package dev.layeredsaga.orchestrator.payment;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The result of asking the gateway to charge. */
public sealed interface ChargeResult {

    /** Decided for good; the gateway may also tell of it unasked. */
    sealed interface Settled extends ChargeResult {}

    record Captured(String paymentId) implements Settled {}

    /** Refused for good. */
    record Declined(String code) implements Settled {}

    /** Captured once, and given back in full. */
    record Refunded(String paymentId) implements Settled {}

    /** The call has certainly captured nothing. */
    record NotMade(String reason, @Nullable Duration retryAfter) implements ChargeResult {}

    /** The money may have been captured or not. */
    record Unknown(String reason) implements ChargeResult {}
}
