package dev.layeredsaga.orchestrator.payment.http;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The gateway's JSON. */
final class GatewayHttp {

    private GatewayHttp() {}

    record ChargeBody(String orderId, long amount, String currency, String method) {}

    record PaymentBody(
            @Nullable String paymentId,
            @JsonProperty(required = true) String status,
            @Nullable String declineCode,
            long amount,
            @Nullable Long refundedAmount) {

        boolean isRefunded() {
            return refundedAmount != null && refundedAmount >= amount && amount > 0;
        }
    }

    record PaymentsBody(@JsonProperty(required = true) List<PaymentBody> payments) {}

    record RefundBody(@JsonProperty(required = true) String refundId) {}

    record ProblemBody(@Nullable String code) {}
}
