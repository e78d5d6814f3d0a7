package dev.layeredsaga.orchestrator.payment.web;

import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.contract.BoundedText;
import dev.layeredsaga.contract.Money;
import dev.layeredsaga.orchestrator.payment.GatewayNotice;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Declined;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Settled;
import dev.layeredsaga.orchestrator.payment.web.WebhookReader.WebhookBody.PaymentBody;
import dev.layeredsaga.orchestrator.web.ErrorCode;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** Reads strictly what is known, and passes over what is not: a gateway may add fields and events. */
final class WebhookReader {

    private static final Logger log = LoggerFactory.getLogger(WebhookReader.class);

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .withCoercionConfig(
                    LogicalType.Textual,
                    texts -> texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .build();

    private WebhookReader() {}

    /**
     * Nothing if it is an event of another kind.
     *
     * @throws ProblemException if it cannot be read, or is about another service's payment
     */
    static Optional<GatewayNotice> read(String text) {
        WebhookBody body = parse(text);
        return switch (required(body.type(), "type")) {
            case "payment.captured", "payment.refunded" -> {
                PaymentBody data = required(body.data(), "data");
                yield Optional.of(notice(data, captured(data)));
            }
            case "payment.declined" -> {
                PaymentBody data = required(body.data(), "data");
                yield Optional.of(notice(data, new Declined(required(data.declineCode(), "data.declineCode"))));
            }
            default -> {
                log.info("passed over a webhook of type {}", body.type());
                yield Optional.empty();
            }
        };
    }

    private static WebhookBody parse(String text) {
        WebhookBody body = null;
        try {
            body = JSON.readValue(text, WebhookBody.class);
        } catch (JacksonException e) {
            // JSON's null and no JSON at all come to the same
        }
        if (body == null) {
            throw new ProblemException(CommonProblem.MALFORMED_REQUEST);
        }
        return body;
    }

    private static Settled captured(PaymentBody data) {
        String id = required(data.paymentId(), "data.paymentId");
        if (id.isBlank() || !BoundedText.isWhole(id)) {
            throw ProblemException.invalid(
                    "data.paymentId", "must be 1 to " + BoundedText.LONGEST + " printable characters");
        }
        return Settled.captured(id, money(data), Objects.requireNonNullElse(data.refundedAmount(), 0L));
    }

    private static GatewayNotice notice(PaymentBody data, Settled news) {
        UUID sagaId = GatewayNotice.sagaOf(required(data.idempotencyKey(), "data.idempotencyKey"))
                .orElseThrow(() -> new ProblemException(ErrorCode.UNKNOWN_PAYMENT));
        if (!sagaId.toString().equals(required(data.orderId(), "data.orderId"))) {
            throw new ProblemException(ErrorCode.PAYMENT_MISMATCH);
        }
        return new GatewayNotice(sagaId, news);
    }

    private static Money money(PaymentBody data) {
        long amount = required(data.amount(), "data.amount");
        String currency = required(data.currency(), "data.currency");
        try {
            return new Money(amount, currency);
        } catch (IllegalArgumentException e) {
            throw ProblemException.invalid(
                    amount < 0 ? "data.amount" : "data.currency",
                    amount < 0 ? "must not be negative" : "must be an ISO 4217 code");
        }
    }

    private static <T> T required(@Nullable T value, String field) {
        if (value == null) {
            throw ProblemException.invalid(field, "must not be null");
        }
        return value;
    }

    /** The gateway's JSON, as far as it matters here. */
    record WebhookBody(@Nullable String type, @Nullable PaymentBody data) {

        /**
         * @param refundedAmount in minor units, so far; none if missing
         */
        record PaymentBody(
                @Nullable String paymentId,
                @Nullable String orderId,
                @Nullable String idempotencyKey,
                @Nullable Long amount,
                @Nullable String currency,
                @Nullable Long refundedAmount,
                @Nullable String declineCode) {}
    }
}
