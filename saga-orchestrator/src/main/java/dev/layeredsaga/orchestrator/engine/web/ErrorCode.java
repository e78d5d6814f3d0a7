package dev.layeredsaga.orchestrator.engine.web;

import java.util.Arrays;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;

/** What can go wrong with a request. The names are part of the contract. */
enum ErrorCode {
    BAD_REQUEST(HttpStatus.BAD_REQUEST),
    NOT_FOUND(HttpStatus.NOT_FOUND),
    SAGA_NOT_FOUND(HttpStatus.NOT_FOUND),
    METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED),
    NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE),
    INTERNAL_ERROR(HttpStatus.INTERNAL_SERVER_ERROR);

    private final HttpStatus status;

    ErrorCode(HttpStatus status) {
        this.status = status;
    }

    HttpStatus status() {
        return status;
    }

    /** The general code of a status: the first one that has it. */
    static ErrorCode ofStatus(HttpStatusCode status) {
        return Arrays.stream(values())
                .filter(code -> code.status.value() == status.value())
                .findFirst()
                .orElse(status.is4xxClientError() ? BAD_REQUEST : INTERNAL_ERROR);
    }
}
