package dev.layeredsaga.paymentstub.http.api;

import dev.layeredsaga.paymentstub.payment.Payment;
import dev.layeredsaga.paymentstub.payment.PaymentRequest;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A payment in a query's response. */
record PaymentView(
        @Nullable UUID paymentId,
        String orderId,
        long amount,
        String currency,
        String status,
        String idempotencyKey,
        long refundedAmount,
        @Nullable String declineCode) {

    static PaymentView of(Payment payment, long refunded) {
        return switch (payment) {
            case Payment.Processing processing -> view(null, processing.request(), "PROCESSING", 0, null);
            case Payment.Captured captured -> view(captured.id(), captured.request(), "CAPTURED", refunded, null);
            case Payment.Declined declined ->
                view(
                        declined.id(),
                        declined.request(),
                        "DECLINED",
                        0,
                        declined.code().wireName());
        };
    }

    private static PaymentView view(
            @Nullable UUID id, PaymentRequest request, String status, long refunded, @Nullable String declineCode) {
        return new PaymentView(
                id,
                request.orderId().value(),
                request.money().amount(),
                request.money().currency(),
                status,
                request.idempotencyKey().value(),
                refunded,
                declineCode);
    }
}
