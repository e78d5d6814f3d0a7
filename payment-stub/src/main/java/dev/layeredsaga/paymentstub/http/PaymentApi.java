package dev.layeredsaga.paymentstub.http;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;

import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.payment.Lookup;
import dev.layeredsaga.paymentstub.payment.Payment;
import dev.layeredsaga.paymentstub.payment.Payments;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import java.util.List;

/** Takes payment requests and answers queries about payments. */
final class PaymentApi implements Api {

    private static final String PATH = "/v1/payments";

    private final Payments payments;

    PaymentApi(Payments payments) {
        this.payments = payments;
    }

    @Override
    public List<Route> routes() {
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
            case Lookup.Broken broken -> Breakages.of(broken.breakage());
        };
    }

    private record PaymentsView(List<PaymentView> payments) {}
}
