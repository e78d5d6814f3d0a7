package dev.layeredsaga.paymentstub.http.api;

import static dev.layeredsaga.paymentstub.vocabulary.InvalidInput.required;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.fault.PaymentMethod;
import dev.layeredsaga.paymentstub.http.message.Problems;
import dev.layeredsaga.paymentstub.http.message.Requests;
import dev.layeredsaga.paymentstub.http.message.Responses;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Captured;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Declined;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.PaymentDecision;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.RefundDecision;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.RefundDeclined;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Refunded;
import dev.layeredsaga.paymentstub.payment.PaymentRequest;
import dev.layeredsaga.paymentstub.payment.Payments;
import dev.layeredsaga.paymentstub.payment.Payments.Lookup;
import dev.layeredsaga.paymentstub.refund.RefundRequest;
import dev.layeredsaga.paymentstub.refund.Refunds;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Takes payments and refunds, and answers queries about them. */
record MerchantApi(Payments payments, Refunds refunds) {

    ResponseDefinition pay(Request request) {
        IdempotencyKey key = Requests.idempotencyKey(request);
        PaymentBody body = Requests.body(request, PaymentBody.class);
        return Answers.render(payments.pay(body.under(key)), MerchantApi::decided);
    }

    private static ResponseDefinition decided(Answer.Decided<PaymentDecision> answer) {
        return switch (answer.decision()) {
            case Captured captured -> Responses.created(CapturedView.of(captured), answer.replayed());
            case Declined declined ->
                Problems.declined(declined.declineCode(), declined.paymentId(), answer.replayed());
        };
    }

    ResponseDefinition find(Request request) {
        String key = Requests.query(request, "idempotencyKey").orElse(null);
        return switch (payments.find(
                new IdempotencyKey(required(key, ErrorCode.MISSING_IDEMPOTENCY_KEY, "idempotencyKey")))) {
            case Lookup.Found found -> found(List.of(PaymentView.of(found.decision(), found.refunded())));
            case Lookup.Processing processing -> found(List.of(PaymentView.processing(processing.request())));
            case Lookup.Unknown unknown -> found(List.of());
            case Lookup.Broken broken -> Answers.broken(broken.breakage());
        };
    }

    private static ResponseDefinition found(List<PaymentView> payments) {
        return Responses.ok(Map.of("payments", payments));
    }

    ResponseDefinition refund(Request request, String paymentId) {
        IdempotencyKey key = Requests.idempotencyKey(request);
        OptionalLong amount = Requests.body(request, RefundBody.class).optionalAmount();
        Answer<RefundDecision> answer = id(paymentId)
                .map(id -> refunds.refund(new RefundRequest(key, id, amount)))
                .orElse(Refunds.UNKNOWN_PAYMENT);
        return Answers.render(answer, MerchantApi::refundDecided);
    }

    private static Optional<UUID> id(String text) {
        try {
            return Optional.of(UUID.fromString(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static ResponseDefinition refundDecided(Answer.Decided<RefundDecision> answer) {
        return switch (answer.decision()) {
            case Refunded refunded -> Responses.created(RefundView.of(refunded), answer.replayed());
            case RefundDeclined declined ->
                Problems.declined(declined.declineCode(), declined.paymentId(), answer.replayed());
        };
    }

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
            UUID paymentId, @JsonUnwrapped PaymentRequest request, String status, Instant capturedAt) {

        static CapturedView of(Captured payment) {
            return new CapturedView(payment.paymentId(), PaymentRequest.of(payment), "CAPTURED", payment.at());
        }
    }

    private record RefundBody(@Nullable Long amount) {

        OptionalLong optionalAmount() {
            return amount == null ? OptionalLong.empty() : OptionalLong.of(amount);
        }
    }

    /** The response body for a completed refund. */
    private record RefundView(
            UUID refundId, UUID paymentId, @JsonUnwrapped Money money, String status) {

        static RefundView of(Refunded refund) {
            return new RefundView(
                    refund.refundId(), refund.paymentId(), refund.posting().money(), "REFUNDED");
        }
    }
}
