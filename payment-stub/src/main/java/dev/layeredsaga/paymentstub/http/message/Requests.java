package dev.layeredsaga.paymentstub.http.message;

import com.github.tomakehurst.wiremock.http.ContentTypeHeader;
import com.github.tomakehurst.wiremock.http.QueryParameter;
import com.github.tomakehurst.wiremock.http.Request;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.util.Optional;

/** Request parsing shared by the endpoints. */
public final class Requests {

    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    /** The largest body that any endpoint takes. */
    public static final int MAX_BODY_BYTES = 64 * 1024;

    private Requests() {}

    /**
     * Reads the body, a JSON object; an empty body counts as an empty object.
     *
     * @throws InvalidInput if its content type is not JSON
     * @throws tools.jackson.core.JacksonException if it cannot be read as this type
     */
    public static <T> T body(Request request, Class<T> type) {
        if (request.getBody().length > 0 && !isJson(request.contentTypeHeader())) {
            throw notJson();
        }
        return Json.read(request.getBodyAsString(), type);
    }

    public static InvalidInput notJson() {
        return new InvalidInput(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "Content-Type", "must be application/json");
    }

    public static InvalidInput tooLarge() {
        return new InvalidInput(ErrorCode.REQUEST_TOO_LARGE, "body", "must not be larger than 64 KiB");
    }

    private static boolean isJson(ContentTypeHeader type) {
        return !type.isPresent() || type.mimeTypePart().strip().equalsIgnoreCase("application/json");
    }

    /**
     * Returns the idempotency key of the request, sent quoted (as in the IETF draft) or bare.
     *
     * @throws InvalidInput if the header is missing or empty
     */
    public static IdempotencyKey idempotencyKey(Request request) {
        if (!request.containsHeader(IDEMPOTENCY_KEY)) {
            throw new InvalidInput(ErrorCode.MISSING_IDEMPOTENCY_KEY, IDEMPOTENCY_KEY, "is required");
        }
        return new IdempotencyKey(unquoted(request.getHeader(IDEMPOTENCY_KEY).strip()));
    }

    /**
     * Returns the {@code orderId} parameter, if there is one.
     *
     * @throws InvalidInput if it is not a valid order id
     */
    public static Optional<OrderId> order(Request request) {
        return query(request, "orderId").map(OrderId::new);
    }

    public static Optional<String> query(Request request, String name) {
        QueryParameter parameter = request.queryParameter(name);
        return parameter.isPresent() ? Optional.of(parameter.firstValue()) : Optional.empty();
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
