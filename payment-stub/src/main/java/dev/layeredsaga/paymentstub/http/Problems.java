package dev.layeredsaga.paymentstub.http;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.util.Objects;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Creates {@code application/problem+json} responses. */
final class Problems {

    private static final String RETRY_AFTER_SECONDS = "1";

    private Problems() {}

    static ResponseDefinition of(ErrorCode code, String detail) {
        return response(problem(code, detail)).build();
    }

    static ResponseDefinition comeBackLater(ErrorCode code, String detail) {
        return response(problem(code, detail))
                .withHeader("Retry-After", RETRY_AFTER_SECONDS)
                .build();
    }

    /** @param challenge the accepted authentication scheme (RFC 6750), without details of what was wrong */
    static ResponseDefinition unauthenticated(String challenge) {
        return response(problem(ErrorCode.UNAUTHENTICATED, "a valid API key or bearer token is required"))
                .withHeader("WWW-Authenticate", challenge)
                .build();
    }

    static ResponseDefinition forbidden() {
        return response(problem(ErrorCode.FORBIDDEN, "the API key or bearer token does not allow this"))
                .withHeader("WWW-Authenticate", "Bearer error=\"insufficient_scope\"")
                .build();
    }

    /** @param status the server's status, which may be one that the API does not use */
    static ResponseDefinition unreadable(int status, String title, boolean malformed) {
        ErrorCode code = malformed ? ErrorCode.MALFORMED_REQUEST : ErrorCode.REQUEST_TOO_LARGE;
        return response(new Problem(
                        "about:blank", title, status, "the request cannot be read", code.name(), null, null))
                .build();
    }

    static ResponseDefinition invalid(InvalidInput e) {
        String detail = e.field() + ": " + e.getMessage();
        return response(problem(e.code(), detail).onField(e.field())).build();
    }

    static ResponseDefinition notAllowed(String methods) {
        return response(problem(ErrorCode.METHOD_NOT_ALLOWED, "this endpoint answers to " + methods))
                .withHeader("Allow", methods)
                .build();
    }

    static ResponseDefinition malformed(JacksonException e) {
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

    static ResponseDefinition declined(DeclineCode code, UUID paymentId, boolean replayed) {
        var problem = Problem.of(Status.PAYMENT_REQUIRED, code.wireName(), "the bank said no: " + code.wireName());
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
}
