package dev.layeredsaga.orchestrator.payment.http;

import dev.layeredsaga.orchestrator.payment.PaymentGateway;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Inquiry;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import dev.layeredsaga.orchestrator.payment.http.GatewayClient.Answer;
import dev.layeredsaga.orchestrator.payment.http.GatewayHttp.ChargeBody;
import dev.layeredsaga.orchestrator.payment.http.GatewayHttp.PaymentBody;
import dev.layeredsaga.orchestrator.payment.http.GatewayHttp.PaymentsBody;
import dev.layeredsaga.orchestrator.payment.http.GatewayHttp.ProblemBody;
import dev.layeredsaga.orchestrator.payment.http.GatewayHttp.RefundBody;
import java.util.List;
import java.util.Objects;

/** The gateway over HTTP, behind retry, circuit breaker and bulkhead. */
final class HttpPaymentGateway implements PaymentGateway {

    private static final String PAYMENTS = "/v1/payments";
    private static final String IN_FLIGHT = "the gateway is still working on it";

    private final GatewayClient client;
    private final Guard guard;

    HttpPaymentGateway(GatewayClient client, Guard guard) {
        this.client = client;
        this.guard = guard;
    }

    @Override
    public ChargeResult charge(String idempotencyKey, ChargeRequest request) {
        ChargeBody body = new ChargeBody(
                request.orderId().toString(),
                request.amount().amount(),
                request.amount().currency(),
                request.method());
        try {
            return guard.call(() -> charged(client.post(PAYMENTS, idempotencyKey, body)));
        } catch (GatewayFailure failure) {
            return switch (failure.effect()) {
                case NONE -> new ChargeResult.NotMade(failure.reason(), failure.retryAfter());
                case UNKNOWN -> new ChargeResult.Unknown(failure.reason());
            };
        }
    }

    private ChargeResult charged(Answer answer) {
        return switch (answer.status()) {
            case 200, 201 -> captured(client.read(answer, PaymentBody.class));
            case 409 -> new ChargeResult.Unknown(IN_FLIGHT);
            default -> new ChargeResult.Declined(refusalOf(answer));
        };
    }

    private static ChargeResult captured(PaymentBody payment) {
        if (!"CAPTURED".equals(payment.status())) {
            throw GatewayFailure.noUsableAnswer("a charge with status " + payment.status());
        }
        return new ChargeResult.Captured(idOf(payment));
    }

    @Override
    public Inquiry find(String idempotencyKey) {
        try {
            return guard.call(() -> found(client.get(PAYMENTS, idempotencyKey)));
        } catch (GatewayFailure failure) {
            return new Inquiry.NoAnswer(failure.reason());
        }
    }

    private Inquiry found(Answer answer) {
        if (answer.status() != 200) {
            throw GatewayFailure.noUsableAnswer("status " + answer.status());
        }
        List<PaymentBody> payments = client.read(answer, PaymentsBody.class).payments();
        if (payments == null) {
            throw GatewayFailure.noUsableAnswer("an answer without payments");
        }
        return payments.isEmpty() ? new Inquiry.NotFound() : inquiryOf(payments.getFirst());
    }

    private static Inquiry inquiryOf(PaymentBody payment) {
        return switch (Objects.requireNonNullElse(payment.status(), "")) {
            case "CAPTURED", "REFUNDED" ->
                payment.isRefunded() ? new Inquiry.Refunded(idOf(payment)) : new Inquiry.Captured(idOf(payment));
            case "DECLINED" -> new Inquiry.Declined(Objects.requireNonNullElse(payment.declineCode(), "declined"));
            case "PROCESSING" -> new Inquiry.Processing();
            default -> throw GatewayFailure.noUsableAnswer("status " + payment.status());
        };
    }

    @Override
    public RefundResult refund(String idempotencyKey, String paymentId) {
        String path = PAYMENTS + "/" + paymentId + "/refunds";
        try {
            return guard.call(() -> refunded(client.post(path, idempotencyKey, null)));
        } catch (GatewayFailure failure) {
            return new RefundResult.Unknown(failure.reason());
        }
    }

    private RefundResult refunded(Answer answer) {
        return switch (answer.status()) {
            case 200, 201 -> {
                if (client.read(answer, RefundBody.class).refundId() == null) {
                    throw GatewayFailure.noUsableAnswer("a refund without its id");
                }
                yield new RefundResult.Refunded();
            }
            case 409 -> new RefundResult.Unknown(IN_FLIGHT);
            default -> new RefundResult.Declined(refusalOf(answer));
        };
    }

    private static String idOf(PaymentBody payment) {
        if (payment.paymentId() == null) {
            throw GatewayFailure.noUsableAnswer("a payment without its id");
        }
        return payment.paymentId();
    }

    /** Returns a refusal's code. Other statuses say nothing about the money. */
    private String refusalOf(Answer answer) {
        if (answer.status() < 400 || answer.status() == 408) {
            throw GatewayFailure.noUsableAnswer("status " + answer.status());
        }
        String code = client.read(answer, ProblemBody.class).code();
        return Objects.requireNonNullElse(code, "status_" + answer.status());
    }
}
