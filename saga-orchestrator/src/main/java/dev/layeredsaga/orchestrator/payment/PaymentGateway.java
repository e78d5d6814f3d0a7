package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.Money;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The payment gateway. Every call says what is known afterwards, as a value; none of them throws for what a gateway can do
 * wrong. Blocks its (virtual) thread for as long as the gateway's time-outs allow. Thread-safe.
 */
public interface PaymentGateway {

    /** Captures the amount, at most once per idempotency key. */
    ChargeResult charge(String idempotencyKey, ChargeRequest request);

    /** Queries the gateway for the key. */
    Inquiry find(String idempotencyKey);

    /** Gives back the whole of a captured payment, at most once per idempotency key. */
    RefundResult refund(String idempotencyKey, String paymentId);

    /** The charge to make. */
    record ChargeRequest(UUID orderId, Money amount, String method) {

        /** The method stays out of logs. */
        @Override
        public String toString() {
            return "ChargeRequest[orderId=" + orderId + ", amount=" + amount + "]";
        }
    }

    /** The result of asking the gateway to charge. */
    sealed interface ChargeResult {

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

    /** The gateway's answer about an idempotency key. */
    sealed interface Inquiry {

        record Captured(String paymentId) implements Inquiry {}

        record Declined(String code) implements Inquiry {}

        /** Captured once, and given back. */
        record Refunded(String paymentId) implements Inquiry {}

        /** The gateway has not decided yet. */
        record Processing() implements Inquiry {}

        /** The gateway has never captured or declined anything under this key. */
        record NotFound() implements Inquiry {}

        /** The gateway could not be asked. */
        record NoAnswer(String reason) implements Inquiry {}
    }

    /** The result of asking the gateway for a refund. */
    sealed interface RefundResult {

        record Refunded() implements RefundResult {}

        /** The gateway refuses; only a person can help. */
        record Declined(String code) implements RefundResult {}

        /** Not known; asking again with the same key is safe. */
        record Unknown(String reason) implements RefundResult {}
    }
}
