package dev.layeredsaga.paymentstub.vocabulary;

/** The error codes of failed requests. The names are API: clients match on them. */
public enum ErrorCode {
    UNAUTHENTICATED(401),
    MALFORMED_REQUEST(400),
    UNKNOWN_FIELD(422),
    REQUEST_TOO_LARGE(413),
    UNSUPPORTED_MEDIA_TYPE(415),
    MISSING_IDEMPOTENCY_KEY(400),
    INVALID_IDEMPOTENCY_KEY(400),
    INVALID_ORDER_ID(422),
    INVALID_AMOUNT(422),
    INVALID_CURRENCY(422),
    UNKNOWN_PAYMENT_METHOD(422),
    UNKNOWN_SCENARIO(422),
    INVALID_PROBABILITY(422),
    INVALID_TIMES(422),
    INVALID_DELAY(422),
    INVALID_AGE(422),
    INVALID_WEBHOOK_URL(422),
    INVALID_WEBHOOK_SECRET(422),
    UNKNOWN_DELIVERY(422),
    IDEMPOTENCY_KEY_REUSED(422),
    IDEMPOTENCY_KEY_IN_FLIGHT(409),
    DUPLICATE_TRANSACTION(422),
    UNKNOWN_PAYMENT(404),
    REFUND_EXCEEDS_CAPTURE(422),
    RATE_LIMITED(429),
    GATEWAY_ERROR(500),
    GATEWAY_UNAVAILABLE(503),
    NOT_FOUND(404),
    METHOD_NOT_ALLOWED(405),
    INTERNAL_ERROR(500);

    private final int status;

    ErrorCode(int status) {
        this.status = status;
    }

    /** Returns the HTTP status of a response with this code. */
    public int status() {
        return status;
    }
}
