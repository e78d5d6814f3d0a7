package dev.layeredsaga.paymentstub.http.message;

import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;

/** The HTTP statuses of problems. */
enum Status {
    BAD_REQUEST(400, "Bad Request"),
    UNAUTHORIZED(401, "Unauthorized"),
    PAYMENT_REQUIRED(402, "Payment Required"),
    NOT_FOUND(404, "Not Found"),
    METHOD_NOT_ALLOWED(405, "Method Not Allowed"),
    CONFLICT(409, "Conflict"),
    CONTENT_TOO_LARGE(413, "Content Too Large"),
    UNSUPPORTED_MEDIA_TYPE(415, "Unsupported Media Type"),
    UNPROCESSABLE_CONTENT(422, "Unprocessable Content"),
    TOO_MANY_REQUESTS(429, "Too Many Requests"),
    INTERNAL_SERVER_ERROR(500, "Internal Server Error"),
    SERVICE_UNAVAILABLE(503, "Service Unavailable");

    private final int code;
    private final String title;

    Status(int code, String title) {
        this.code = code;
        this.title = title;
    }

    static Status of(ErrorCode error) {
        return switch (error) {
            case UNAUTHENTICATED -> UNAUTHORIZED;
            case MALFORMED_REQUEST, MISSING_IDEMPOTENCY_KEY, INVALID_IDEMPOTENCY_KEY -> BAD_REQUEST;
            case INVALID_ORDER_ID, INVALID_AMOUNT, INVALID_CURRENCY, UNKNOWN_PAYMENT_METHOD -> UNPROCESSABLE_CONTENT;
            case UNKNOWN_SCENARIO, INVALID_PROBABILITY, INVALID_TIMES, INVALID_DELAY, INVALID_AGE ->
                UNPROCESSABLE_CONTENT;
            case UNKNOWN_FIELD, IDEMPOTENCY_KEY_REUSED, DUPLICATE_TRANSACTION, REFUND_EXCEEDS_CAPTURE ->
                UNPROCESSABLE_CONTENT;
            case UNSUPPORTED_MEDIA_TYPE -> Status.UNSUPPORTED_MEDIA_TYPE;
            case REQUEST_TOO_LARGE -> CONTENT_TOO_LARGE;
            case METHOD_NOT_ALLOWED -> Status.METHOD_NOT_ALLOWED;
            case INVALID_WEBHOOK_URL, INVALID_WEBHOOK_SECRET, UNKNOWN_DELIVERY -> UNPROCESSABLE_CONTENT;
            case IDEMPOTENCY_KEY_IN_FLIGHT -> CONFLICT;
            case UNKNOWN_PAYMENT, NOT_FOUND -> Status.NOT_FOUND;
            case RATE_LIMITED -> TOO_MANY_REQUESTS;
            case GATEWAY_UNAVAILABLE -> SERVICE_UNAVAILABLE;
            case GATEWAY_ERROR, INTERNAL_ERROR -> INTERNAL_SERVER_ERROR;
        };
    }

    int code() {
        return code;
    }

    String title() {
        return title;
    }
}
