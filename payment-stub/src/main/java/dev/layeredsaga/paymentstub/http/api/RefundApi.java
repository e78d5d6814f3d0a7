package dev.layeredsaga.paymentstub.http.api;

import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathTemplate;

import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.http.message.Problems;
import dev.layeredsaga.paymentstub.http.message.Requests;
import dev.layeredsaga.paymentstub.http.message.Responses;
import dev.layeredsaga.paymentstub.refund.Refund;
import dev.layeredsaga.paymentstub.refund.RefundRequest;
import dev.layeredsaga.paymentstub.refund.Refunds;
import dev.layeredsaga.paymentstub.refund.Refunds.RefundAnswer;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Takes refund requests. */
final class RefundApi {

    private static final String PAYMENT_ID = "paymentId";

    private final Refunds refunds;

    RefundApi(Refunds refunds) {
        this.refunds = refunds;
    }

    List<Route> routes() {
        return List.of(
                new Route("refund", post(urlPathTemplate("/v1/payments/{" + PAYMENT_ID + "}/refunds")), this::refund));
    }

    private ResponseDefinition refund(Request request) {
        IdempotencyKey key = Requests.idempotencyKey(request);
        OptionalLong amount = Requests.body(request, RefundBody.class).optionalAmount();
        return paymentId(request)
                .map(id -> render(refunds.refund(new RefundRequest(key, id, amount))))
                .orElseGet(RefundApi::unknownPayment);
    }

    private static Optional<UUID> paymentId(Request request) {
        try {
            return Optional.of(UUID.fromString(request.getPathParameters().get(PAYMENT_ID)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static ResponseDefinition render(RefundAnswer answer) {
        return switch (answer) {
            case RefundAnswer.UnknownPayment unknown -> unknownPayment();
            case RefundAnswer.Attempted attempted -> Answers.render(attempted.answer(), RefundApi::decided);
        };
    }

    private static ResponseDefinition decided(Answer.Decided<Refund> answer) {
        return switch (answer.decision()) {
            case Refund.Refunded refunded -> Responses.created(RefundView.of(refunded), answer.replayed());
            case Refund.Declined declined ->
                Problems.declined(declined.code(), declined.paymentId(), answer.replayed());
            case Refund.ExceedsCapture exceeding ->
                Problems.of(ErrorCode.REFUND_EXCEEDS_CAPTURE, "less remains of the payment than was asked for");
        };
    }

    private static ResponseDefinition unknownPayment() {
        return Problems.of(ErrorCode.UNKNOWN_PAYMENT, "no payment of this id was captured");
    }

    private record RefundBody(@Nullable Long amount) {

        OptionalLong optionalAmount() {
            return amount == null ? OptionalLong.empty() : OptionalLong.of(amount);
        }
    }

    /** The response body for a completed refund. */
    private record RefundView(UUID refundId, UUID paymentId, long amount, String currency, String status) {

        static RefundView of(Refund.Refunded refund) {
            return new RefundView(
                    refund.id(),
                    refund.paymentId(),
                    refund.money().amount(),
                    refund.money().currency(),
                    "REFUNDED");
        }
    }
}
