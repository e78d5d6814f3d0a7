package dev.layeredsaga.paymentstub.http;

import dev.layeredsaga.paymentstub.refund.Refund;
import java.util.UUID;

/** The response body for a completed refund. */
record RefundView(UUID refundId, UUID paymentId, long amount, String currency, String status) {

    static RefundView of(Refund.Refunded refund) {
        return new RefundView(
                refund.id(),
                refund.paymentId(),
                refund.money().amount(),
                refund.money().currency(),
                "REFUNDED");
    }
}
