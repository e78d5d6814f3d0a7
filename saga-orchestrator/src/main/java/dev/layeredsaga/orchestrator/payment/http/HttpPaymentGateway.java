package dev.layeredsaga.orchestrator.payment.http;

import dev.layeredsaga.contract.BoundedText;
import dev.layeredsaga.contract.Money;
import dev.layeredsaga.orchestrator.payment.PaymentGateway;
import dev.layeredsaga.orchestrator.payment.http.GatewayClient.Answer;
import dev.layeredsaga.orchestrator.payment.http.GatewayHttp.ChargeBody;
import dev.layeredsaga.orchestrator.payment.http.GatewayHttp.PaymentBody;
import dev.layeredsaga.orchestrator.payment.http.GatewayHttp.PaymentsBody;
import dev.layeredsaga.orchestrator.payment.http.GatewayHttp.ProblemBody;
import dev.layeredsaga.orchestrator.payment.http.GatewayHttp.RefundBody;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The gateway over HTTP, behind retry, circuit breaker and bulkhead.
 *
 * @param declineCodes the codes of refusals that are declines, whatever their status; any refusal with status 402 is one
 */
record HttpPaymentGateway(GatewayClient client, Guard guard, Set<String> declineCodes) implements PaymentGateway {

    private static final String PAYMENTS = "/v1/payments";
    private static final String IN_FLIGHT = "the gateway is still working on it";

    /** The answer of a proxy or the like: the gateway has not had the request. */
    private static final String BEFORE_THE_GATEWAY = "the gateway answered %d";

    @Override
    public ChargeResult charge(String idempotencyKey, ChargeRequest request) {
        ChargeBody body = new ChargeBody(
                request.orderId().toString(),
                request.amount().amount(),
                request.amount().currency(),
                request.method());
        try {
            return guard.call(
                    () -> charged(client.post(PAYMENTS, idempotencyKey, body), request.orderId()),
                    (result, doubt) -> recorded(find(idempotencyKey, request.orderId()), doubt));
        } catch (GatewayFailure failure) {
            return switch (failure.effect()) {
                case NONE -> new NotMade(failure.reason(), failure.retryAfter());
                case UNKNOWN -> new Unknown(failure.reason());
            };
        }
    }

    /** After a try that may have had an effect only the gateway's record counts: there may be two payments, or none yet. */
    private static ChargeResult recorded(Inquiry known, GatewayFailure doubt) {
        return switch (known) {
            case Captured captured -> captured;
            case Unknown unknown -> unknown;
            case Declined none -> new Unknown(doubt.reason());
            case Refunded gone -> new Unknown(doubt.reason());
            case NotFound none -> new Unknown(doubt.reason());
        };
    }

    private ChargeResult charged(Answer answer, UUID orderId) {
        return switch (answer.status()) {
            case 200, 201 -> factOf(client.read(answer, PaymentBody.class), orderId);
            case 409 -> new Unknown(IN_FLIGHT);
            case 404, 405, 407, 421, 425 -> new NotMade(BEFORE_THE_GATEWAY.formatted(answer.status()), null);
            default -> {
                String code = refusalOf(answer);
                yield isDecline(answer, code) ? new Declined(code) : new Unknown(noDecline(answer, code));
            }
        };
    }

    @Override
    public Inquiry find(String idempotencyKey, UUID orderId) {
        try {
            return guard.call(() -> found(client.get(PAYMENTS, idempotencyKey), orderId), (answer, doubt) -> answer);
        } catch (GatewayFailure failure) {
            return new Unknown(failure.reason());
        }
    }

    private Inquiry found(Answer answer, UUID orderId) {
        if (answer.status() != 200) {
            throw GatewayFailure.noUsableAnswer("status " + answer.status());
        }
        List<PaymentBody> payments = client.read(answer, PaymentsBody.class).payments();
        if (payments == null) {
            throw GatewayFailure.noUsableAnswer("an answer without payments");
        }
        List<PaymentFact> facts =
                payments.stream().map(payment -> factOf(payment, orderId)).toList();
        long kept = facts.stream().filter(Captured.class::isInstance).count();
        return kept > 1 ? new Unknown(kept + " captured payments under one key") : wholeOf(facts);
    }

    /** Returns the payment that matters most: money that is kept before money that has gone back, an open decision before a decline. */
    private static Inquiry wholeOf(List<PaymentFact> payments) {
        return Stream.of(Captured.class, Unknown.class, Refunded.class, Declined.class)
                .flatMap(kind -> payments.stream().filter(kind::isInstance))
                .findFirst()
                .<Inquiry>map(payment -> payment)
                .orElseGet(NotFound::new);
    }

    private static PaymentFact factOf(PaymentBody payment, UUID orderId) {
        if (payment.orderId() != null && !payment.orderId().equals(orderId.toString())) {
            return new Unknown("the gateway reports a payment of another order");
        }
        return switch (Objects.requireNonNullElse(payment.status(), "")) {
            case "CAPTURED", "REFUNDED" ->
                Settled.captured(
                        idOf(payment), amountOf(payment), Objects.requireNonNullElse(payment.refundedAmount(), 0L));
            case "DECLINED" -> new Declined(Objects.requireNonNullElse(payment.declineCode(), "declined"));
            case "PROCESSING" -> new Unknown(IN_FLIGHT);
            default -> throw GatewayFailure.noUsableAnswer("status " + payment.status());
        };
    }

    @Override
    public RefundResult refund(String idempotencyKey, String paymentId, @Nullable Money amount) {
        String path = PAYMENTS + "/" + paymentId + "/refunds";
        RefundBody body = amount == null ? null : new RefundBody(amount.amount());
        try {
            return guard.call(() -> refunded(client.post(path, idempotencyKey, body)), (answer, doubt) -> answer);
        } catch (GatewayFailure failure) {
            return new RefundResult.Unknown(failure.reason());
        }
    }

    private RefundResult refunded(Answer answer) {
        return switch (answer.status()) {
            case 200, 201, 202 -> new RefundResult.Accepted();
            case 409 -> new RefundResult.Unknown(IN_FLIGHT);
            case 404, 405, 407, 421, 425 -> new RefundResult.Unknown(BEFORE_THE_GATEWAY.formatted(answer.status()));
            default -> {
                String code = refusalOf(answer);
                yield isDecline(answer, code)
                        ? new RefundResult.Declined(code)
                        : new RefundResult.Unknown(noDecline(answer, code));
            }
        };
    }

    private static String idOf(PaymentBody payment) {
        String id = payment.paymentId();
        if (id == null || id.isBlank() || !BoundedText.isWhole(id)) {
            throw GatewayFailure.noUsableAnswer("a payment without a usable id");
        }
        return id;
    }

    private static Money amountOf(PaymentBody payment) {
        Long amount = payment.amount();
        String currency = payment.currency();
        try {
            if (amount != null && currency != null) {
                return new Money(amount, currency);
            }
        } catch (IllegalArgumentException e) {
            // no money
        }
        throw GatewayFailure.noUsableAnswer("a payment of " + amount + " " + currency);
    }

    /** Returns a refusal's code. Other statuses say nothing about the money. */
    private String refusalOf(Answer answer) {
        if (answer.status() < 400 || answer.status() == 408) {
            throw GatewayFailure.noUsableAnswer("status " + answer.status());
        }
        String code = client.read(answer, ProblemBody.class).code();
        return Objects.requireNonNullElse(code, "status_" + answer.status());
    }

    private boolean isDecline(Answer refusal, String code) {
        return refusal.status() == 402 || declineCodes.contains(code);
    }

    /** The gateway is well, but what it says leaves open whether it has done what was asked for before. */
    private static String noDecline(Answer refusal, String code) {
        return "the gateway answered %d with code %s, which is no decline".formatted(refusal.status(), code);
    }
}
