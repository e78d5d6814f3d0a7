package dev.layeredsaga.orchestrator.payment.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The gateway's JSON. */
final class GatewayHttp {

    private GatewayHttp() {}

    record ChargeBody(String orderId, long amount, String currency, String method) {}

    record RefundBody(long amount) {}

    record PaymentBody(
            @Nullable String paymentId,
            @Nullable String orderId,
            @Nullable String status,
            @Nullable String declineCode,
            @Nullable Long amount,
            @Nullable String currency,
            @Nullable Long refundedAmount) {}

    record PaymentsBody(@Nullable List<PaymentBody> payments) {}

    record ProblemBody(@Nullable String code) {}
}
