package dev.layeredsaga.chassis.problem;

import java.util.Arrays;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;

/** The problems that every service reports in the same way. The names are part of the contract. */
public enum CommonProblem implements ProblemCode {
    MALFORMED_REQUEST(HttpStatus.BAD_REQUEST, "The request cannot be read."),
    INVALID_HOST(
            HttpStatus.BAD_REQUEST,
            "The Host header is no host name: by RFC 1123 it has letters, digits, hyphens and dots, and no underscores."),
    VALIDATION_FAILED(HttpStatus.BAD_REQUEST, "The request has invalid fields."),
    UNAUTHENTICATED(HttpStatus.UNAUTHORIZED, "A valid bearer token is required."),
    FORBIDDEN(HttpStatus.FORBIDDEN, "The bearer token does not allow this."),
    FORBIDDEN_ORIGIN(
            HttpStatus.FORBIDDEN, "Pages of this origin, with this method and these headers, may not use the service."),
    NOT_FOUND(HttpStatus.NOT_FOUND, "There is nothing at this address."),
    METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED, "This address does not support the method."),
    NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE, "Answers are application/json."),
    REQUEST_TIMEOUT(HttpStatus.REQUEST_TIMEOUT, "The request's body did not arrive in time."),
    PAYLOAD_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "The request's body must not be larger than 64 KiB."),
    UNSUPPORTED_MEDIA_TYPE(
            HttpStatus.UNSUPPORTED_MEDIA_TYPE,
            "The request's body must be application/json in UTF-8, and not compressed."),
    RATE_LIMITED(HttpStatus.TOO_MANY_REQUESTS, "You have sent too many requests; try again later."),
    INTERNAL_ERROR(HttpStatus.INTERNAL_SERVER_ERROR, "The request could not be processed."),
    TEMPORARILY_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "The request could not be processed now; try again later."),
    OVERLOADED(HttpStatus.SERVICE_UNAVAILABLE, "There are too many requests at once; try again in a moment."),
    TOO_MANY_BODIES(
            HttpStatus.SERVICE_UNAVAILABLE, "The bodies of too many requests are at hand; try again in a moment.");

    private final HttpStatus status;
    private final String detail;

    CommonProblem(HttpStatus status, String detail) {
        this.status = status;
        this.detail = detail;
    }

    /** Returns the general problem of a status that Spring or Tomcat has decided on: the first one here that has it. */
    public static CommonProblem ofStatus(HttpStatusCode status) {
        return Arrays.stream(values())
                .filter(problem -> problem.status.value() == status.value())
                .findFirst()
                .orElse(status.is4xxClientError() ? MALFORMED_REQUEST : INTERNAL_ERROR);
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String detail() {
        return detail;
    }

    @Override
    public int retryAfterSeconds() {
        return switch (this) {
            case RATE_LIMITED, OVERLOADED, TOO_MANY_BODIES -> 1;
            default -> ProblemCode.super.retryAfterSeconds();
        };
    }
}
