package dev.layeredsaga.paymentstub.http.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.layeredsaga.paymentstub.payment.Payment;
import dev.layeredsaga.paymentstub.payment.PaymentRequest;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A payment in a query's response. */
record PaymentView(
        @Nullable UUID paymentId,
        @JsonUnwrapped PaymentRequest request,
        String status,
        long refundedAmount,
        @Nullable String declineCode) {

    static PaymentView of(Payment payment, long refunded) {
        return switch (payment) {
            case Payment.Processing processing -> new PaymentView(null, processing.request(), "PROCESSING", 0, null);
            case Payment.Captured captured ->
                new PaymentView(captured.id(), captured.request(), "CAPTURED", refunded, null);
            case Payment.Declined declined ->
                new PaymentView(
                        declined.id(),
                        declined.request(),
                        "DECLINED",
                        0,
                        declined.code().wireName());
        };
    }
}
