package dev.layeredsaga.orchestrator.engine.web;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Every error as an RFC 9457 problem with a stable {@code code}. */
@RestControllerAdvice
class SagaProblems extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(SagaProblems.class);

    @ExceptionHandler
    ProblemDetail notFound(SagaNotFoundException missing) {
        return problem(HttpStatus.NOT_FOUND, "SAGA_NOT_FOUND", String.valueOf(missing.getMessage()));
    }

    @ExceptionHandler
    ProblemDetail unexpected(Exception failure) {
        log.error("unexpected", failure);
        return problem(HttpStatus.INTERNAL_SERVER_ERROR, "INTERNAL_ERROR", "something went wrong on our side");
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception failure, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ProblemDetail problem = body instanceof ProblemDetail detail ? detail : ProblemDetail.forStatus(status);
        problem.setProperty("code", status.is4xxClientError() ? "BAD_REQUEST" : "INTERNAL_ERROR");
        return super.handleExceptionInternal(failure, problem, headers, status, request);
    }

    private static ProblemDetail problem(HttpStatus status, String code, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setProperty("code", code);
        return problem;
    }
}
