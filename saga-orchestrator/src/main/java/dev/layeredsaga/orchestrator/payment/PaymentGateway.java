package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.Money;
import java.util.UUID;

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
}
