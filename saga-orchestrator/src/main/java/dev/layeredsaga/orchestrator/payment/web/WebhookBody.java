package dev.layeredsaga.orchestrator.payment.web;

import org.jspecify.annotations.Nullable;

/** The gateway's JSON, as far as it matters here. */
record WebhookBody(@Nullable String type, @Nullable PaymentBody data) {

    /**
     * @param refundedAmount in minor units, so far; none if missing
     */
    record PaymentBody(
            @Nullable String paymentId,
            @Nullable String orderId,
            @Nullable String idempotencyKey,
            @Nullable Long amount,
            @Nullable String currency,
            @Nullable Long refundedAmount,
            @Nullable String declineCode) {

        boolean isRefunded(long amount) {
            return refundedAmount != null && refundedAmount >= amount && amount > 0;
        }
    }
}
