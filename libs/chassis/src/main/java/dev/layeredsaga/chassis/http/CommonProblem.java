package dev.layeredsaga.chassis.http;

import org.springframework.http.HttpStatus;

/** The problems that every service reports in the same way, before a request reaches a controller. */
public enum CommonProblem implements ProblemCode {
    UNAUTHENTICATED(HttpStatus.UNAUTHORIZED, "A valid bearer token is required."),
    FORBIDDEN(HttpStatus.FORBIDDEN, "The bearer token does not allow this."),
    REQUEST_TIMEOUT(HttpStatus.REQUEST_TIMEOUT, "The request's body did not arrive in time."),
    PAYLOAD_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "The request's body must not be larger than 64 KiB."),
    RATE_LIMITED(HttpStatus.TOO_MANY_REQUESTS, "You have sent too many requests; try again later."),
    OVERLOADED(HttpStatus.SERVICE_UNAVAILABLE, "There are too many requests at once; try again in a moment."),
    TOO_MANY_BODIES(
            HttpStatus.SERVICE_UNAVAILABLE, "The bodies of too many requests are at hand; try again in a moment.");

    private final HttpStatus status;
    private final String detail;

    CommonProblem(HttpStatus status, String detail) {
        this.status = status;
        this.detail = detail;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String detail() {
        return detail;
    }
}
