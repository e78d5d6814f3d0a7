package dev.layeredsaga.messaging.http;

import org.springframework.http.HttpStatus;

/** A way in which an HTTP API says no (RFC 9457). The name is the {@code code} of the problem and part of the contract. */
public interface ProblemCode {

    String name();

    HttpStatus status();

    /** What it means, for a person. */
    String detail();
}
