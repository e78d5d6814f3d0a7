package dev.layeredsaga.chassis.problem;

import java.net.URI;
import java.util.Locale;
import org.springframework.http.HttpStatus;

/** An error of an HTTP API (RFC 9457). The name is the {@code code} of the problem and part of the contract. */
public interface ProblemCode {

    /** The page that explains every problem. */
    String PAGE = "https://github.com/layered-saga/layered-saga/blob/main/docs/problems.md";

    String name();

    HttpStatus status();

    /** Returns the human-readable explanation. */
    String detail();

    /** Returns the time after which the same request may succeed, as {@code Retry-After} says it; 0 if waiting does not help. */
    default int retryAfterSeconds() {
        return status() == HttpStatus.TOO_MANY_REQUESTS || status() == HttpStatus.SERVICE_UNAVAILABLE ? 5 : 0;
    }

    /** Returns the {@code type} of the problem: the address of its entry on the {@link #PAGE}, a heading in lower case. */
    default URI type() {
        return URI.create(PAGE + "#" + name().toLowerCase(Locale.ROOT));
    }
}
