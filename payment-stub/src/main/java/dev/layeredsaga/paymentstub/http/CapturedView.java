package dev.layeredsaga.paymentstub.http;

import dev.layeredsaga.paymentstub.payment.Payment;
import dev.layeredsaga.paymentstub.payment.PaymentRequest;
import java.time.Instant;
import java.util.UUID;

/** The response body for a captured payment. */
record CapturedView(
        UUID paymentId,
        String orderId,
        long amount,
        String currency,
        String status,
        String idempotencyKey,
        Instant capturedAt) {

    static CapturedView of(Payment.Captured payment) {
        PaymentRequest request = payment.request();
        return new CapturedView(
                payment.id(),
                request.orderId().value(),
                request.money().amount(),
                request.money().currency(),
                "CAPTURED",
                request.idempotencyKey().value(),
                payment.at());
    }
}
