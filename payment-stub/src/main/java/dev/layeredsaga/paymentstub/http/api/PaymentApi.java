package dev.layeredsaga.paymentstub.http.api;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static dev.layeredsaga.paymentstub.http.message.Requests.required;

import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.fault.PaymentMethod;
import dev.layeredsaga.paymentstub.http.message.Problems;
import dev.layeredsaga.paymentstub.http.message.Requests;
import dev.layeredsaga.paymentstub.http.message.Responses;
import dev.layeredsaga.paymentstub.payment.Payment;
import dev.layeredsaga.paymentstub.payment.PaymentRequest;
import dev.layeredsaga.paymentstub.payment.Payments;
import dev.layeredsaga.paymentstub.payment.Payments.Lookup;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Takes payment requests and answers queries about payments. */
final class PaymentApi {

    private static final String PATH = "/v1/payments";

    private final Payments payments;

    PaymentApi(Payments payments) {
        this.payments = payments;
    }

    List<Route> routes() {
        return List.of(
                new Route("pay", post(urlPathEqualTo(PATH)), this::pay),
                new Route("find-payments", get(urlPathEqualTo(PATH)), this::find));
    }

    private ResponseDefinition pay(Request request) {
        IdempotencyKey key = Requests.idempotencyKey(request);
        PaymentBody body = Requests.body(request, PaymentBody.class);
        return Answers.render(payments.pay(body.under(key)), PaymentApi::decided);
    }

    private static ResponseDefinition decided(Answer.Decided<Payment.Decided> answer) {
        return switch (answer.decision()) {
            case Payment.Captured captured -> Responses.created(CapturedView.of(captured), answer.replayed());
            case Payment.Declined declined -> Problems.declined(declined.code(), declined.id(), answer.replayed());
        };
    }

    private ResponseDefinition find(Request request) {
        String key = Requests.query(request, "idempotencyKey").orElse(null);
        return found(payments.find(
                new IdempotencyKey(Requests.required(key, ErrorCode.MISSING_IDEMPOTENCY_KEY, "idempotencyKey"))));
    }

    private static ResponseDefinition found(Lookup lookup) {
        return switch (lookup) {
            case Lookup.Found found ->
                Responses.ok(new PaymentsView(List.of(PaymentView.of(found.payment(), found.refunded()))));
            case Lookup.Unknown unknown -> Responses.ok(new PaymentsView(List.of()));
            case Lookup.Broken broken -> Answers.broken(broken.breakage());
        };
    }

    private record PaymentsView(List<PaymentView> payments) {}

    /** The body of a payment request. */
    private record PaymentBody(
            @Nullable String orderId,
            @Nullable Long amount,
            @Nullable String currency,
            @Nullable String method) {

        PaymentRequest under(IdempotencyKey key) {
            return new PaymentRequest(
                    key,
                    new OrderId(required(orderId, ErrorCode.INVALID_ORDER_ID, "orderId")),
                    new Money(
                            required(amount, ErrorCode.INVALID_AMOUNT, "amount"),
                            required(currency, ErrorCode.INVALID_CURRENCY, "currency")),
                    PaymentMethod.named(required(method, ErrorCode.UNKNOWN_PAYMENT_METHOD, "method")));
        }
    }

    /** The response body for a captured payment. */
    private record CapturedView(
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
}
