package dev.layeredsaga.orchestrator.payment.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The gateway's JSON. */
final class GatewayHttp {

    private GatewayHttp() {}

    record ChargeBody(String orderId, long amount, String currency, String method) {}

    record PaymentBody(
            @Nullable String paymentId,
            @Nullable String status,
            @Nullable String declineCode,
            long amount,
            @Nullable Long refundedAmount) {

        boolean isRefunded() {
            return refundedAmount != null && refundedAmount >= amount && amount > 0;
        }
    }

    record PaymentsBody(@Nullable List<PaymentBody> payments) {}

    record RefundBody(@Nullable String refundId) {}

    record ProblemBody(@Nullable String code) {}
}
