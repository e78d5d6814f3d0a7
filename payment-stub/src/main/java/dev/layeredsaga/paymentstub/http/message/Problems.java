package dev.layeredsaga.paymentstub.http.message;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Creates {@code application/problem+json} responses. */
public final class Problems {

    private static final String RETRY_AFTER_SECONDS = "1";

    private Problems() {}

    public static ResponseDefinition of(ErrorCode code, String detail) {
        return response(problem(code, detail)).build();
    }

    public static ResponseDefinition retryLater(ErrorCode code, String detail) {
        return response(problem(code, detail))
                .withHeader("Retry-After", RETRY_AFTER_SECONDS)
                .build();
    }

    /** @param challenge the accepted authentication scheme (RFC 6750), without details of what was wrong */
    public static ResponseDefinition unauthenticated(String challenge) {
        return response(problem(ErrorCode.UNAUTHENTICATED, "a valid API key is required"))
                .withHeader("WWW-Authenticate", challenge)
                .build();
    }

    /** @param status the server's status, which may be one that the API does not use */
    public static ResponseDefinition unreadable(int status, String title, boolean malformed) {
        ErrorCode code = malformed ? ErrorCode.MALFORMED_REQUEST : ErrorCode.REQUEST_TOO_LARGE;
        return response(new Problem(
                        "about:blank", title, status, "the request cannot be read", code.name(), null, null))
                .build();
    }

    public static ResponseDefinition invalid(InvalidInput e) {
        String detail = e.field() + ": " + e.getMessage();
        return response(problem(e.code(), detail).onField(e.field())).build();
    }

    public static ResponseDefinition notAllowed(String methods) {
        return response(problem(ErrorCode.METHOD_NOT_ALLOWED, "this endpoint answers to " + methods))
                .withHeader("Allow", methods)
                .build();
    }

    public static ResponseDefinition malformed(JacksonException e) {
        return e instanceof UnrecognizedPropertyException unknown ? unknown(unknown) : notExpected(e);
    }

    private static ResponseDefinition unknown(UnrecognizedPropertyException e) {
        return response(problem(ErrorCode.UNKNOWN_FIELD, "there is no such field")
                        .onField(e.getPropertyName()))
                .build();
    }

    private static ResponseDefinition notExpected(JacksonException e) {
        Problem problem = problem(ErrorCode.MALFORMED_REQUEST, "the body is not the JSON object that is expected");
        return response(e.getPath().isEmpty() ? problem : problem.onField(lastField(e)))
                .build();
    }

    public static ResponseDefinition declined(DeclineCode code, UUID paymentId, boolean replayed) {
        var problem = Problem.of(Status.PAYMENT_REQUIRED, code.wireName(), "the bank declined: " + code.wireName());
        return Responses.replayable(response(problem.onPayment(paymentId)), replayed);
    }

    private static Problem problem(ErrorCode code, String detail) {
        return Problem.of(Status.of(code), code.name(), detail);
    }

    private static ResponseDefinitionBuilder response(Problem problem) {
        return WireMock.aResponse()
                .withStatus(problem.status())
                .withHeader("Content-Type", "application/problem+json")
                .withBody(Json.write(problem));
    }

    private static String lastField(JacksonException e) {
        return Objects.requireNonNullElse(e.getPath().getLast().getPropertyName(), "body");
    }

    /**
     * Problem details, RFC 9457.
     *
     * @param code stable; clients should match on it
     * @param field the invalid header or field, if any
     * @param paymentId the declined payment, if any
     */
    record Problem(
            String type,
            String title,
            int status,
            String detail,
            String code,
            @Nullable String field,
            @Nullable UUID paymentId) {

        static Problem of(Status status, String code, String detail) {
            return new Problem("about:blank", status.title(), status.code(), detail, code, null, null);
        }

        Problem onField(String name) {
            return new Problem(type, title, status, detail, code, name, paymentId);
        }

        Problem onPayment(UUID id) {
            return new Problem(type, title, status, detail, code, field, id);
        }
    }
}
