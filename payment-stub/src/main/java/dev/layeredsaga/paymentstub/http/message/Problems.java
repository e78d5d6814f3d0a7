package dev.layeredsaga.paymentstub.http.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.HttpHeader;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.PropertyBindingException;
import wiremock.jakarta.servlet.http.HttpServletResponse;
import wiremock.org.eclipse.jetty.http.HttpStatus;

/** Creates {@code application/problem+json} responses (RFC 9457). */
public final class Problems {

    private static final Set<ErrorCode> RETRYABLE =
            Set.of(ErrorCode.IDEMPOTENCY_KEY_IN_FLIGHT, ErrorCode.GATEWAY_UNAVAILABLE, ErrorCode.RATE_LIMITED);
    private static final int PAYMENT_REQUIRED = 402;
    private static final Set<Integer> TOO_LARGE = Set.of(413, 414, 431);

    private Problems() {}

    /** Creates a problem, with {@code Retry-After} if the same request may succeed later. */
    public static ResponseDefinition of(ErrorCode code, String detail) {
        var problem = response(code, detail, null);
        return RETRYABLE.contains(code) ? problem.withHeader("Retry-After", "1").build() : problem.build();
    }

    /** @param challenge the accepted authentication scheme (RFC 6750), without details of what was wrong */
    public static ResponseDefinition unauthenticated(String challenge) {
        return response(ErrorCode.UNAUTHENTICATED, "a valid API key is required", null)
                .withHeader("WWW-Authenticate", challenge)
                .build();
    }

    public static ResponseDefinition notAllowed(String methods) {
        return response(ErrorCode.METHOD_NOT_ALLOWED, "this endpoint answers to " + methods, null)
                .withHeader("Allow", methods)
                .build();
    }

    public static ResponseDefinition invalid(InvalidInput e) {
        return response(e.code(), e.field() + ": " + e.getMessage(), e.field()).build();
    }

    public static ResponseDefinition malformed(JacksonException e) {
        if (e.getCause() instanceof InvalidInput invalid) {
            return invalid(invalid);
        }
        if (e instanceof PropertyBindingException unknown) {
            return response(ErrorCode.UNKNOWN_FIELD, "there is no such field", unknown.getPropertyName())
                    .build();
        }
        String field = e.getPath().isEmpty()
                ? null
                : Objects.requireNonNullElse(e.getPath().getLast().getPropertyName(), "body");
        return response(ErrorCode.MALFORMED_REQUEST, "the body is not the JSON object that is expected", field)
                .build();
    }

    /** @param status the server's status, which may be one that the API does not use */
    public static ResponseDefinition unreadable(int status) {
        ErrorCode code = TOO_LARGE.contains(status) ? ErrorCode.REQUEST_TOO_LARGE : ErrorCode.MALFORMED_REQUEST;
        return response(status, code.name(), "the request cannot be read", null, null)
                .build();
    }

    public static ResponseDefinition declined(DeclineCode code, UUID paymentId, boolean replayed) {
        String name = code.wireName();
        return Responses.replayable(
                response(PAYMENT_REQUIRED, name, "the bank declined: " + name, null, paymentId), replayed);
    }

    /** Sends a problem before the request reaches WireMock. */
    public static void send(ResponseDefinition problem, HttpServletResponse response) throws IOException {
        ResponseDefinition marked = Responses.marked(problem);
        byte[] body = marked.getBody().getBytes(UTF_8);
        response.setStatus(marked.getStatus());
        for (HttpHeader header : marked.getHeaders().all()) {
            response.setHeader(header.key(), header.firstValue());
        }
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private static ResponseDefinitionBuilder response(ErrorCode code, String detail, @Nullable String field) {
        return response(code.status(), code.name(), detail, field, null);
    }

    private static ResponseDefinitionBuilder response(
            int status, String code, String detail, @Nullable String field, @Nullable UUID paymentId) {
        return WireMock.aResponse()
                .withStatus(status)
                .withHeader("Content-Type", "application/problem+json")
                .withBody(Json.write(
                        new Problem("about:blank", titleOf(status), status, detail, code, field, paymentId)));
    }

    /** Returns the status's name as of RFC 9110, which is later than Jetty's. */
    private static String titleOf(int status) {
        return switch (status) {
            case 413 -> "Content Too Large";
            case 422 -> "Unprocessable Content";
            default -> HttpStatus.getMessage(status);
        };
    }

    /**
     * Problem details, RFC 9457.
     *
     * @param code stable; clients should match on it
     * @param field the invalid header or field, if any
     * @param paymentId the declined payment, if any
     */
    private record Problem(
            String type,
            String title,
            int status,
            String detail,
            String code,
            @Nullable String field,
            @Nullable UUID paymentId) {}
}
