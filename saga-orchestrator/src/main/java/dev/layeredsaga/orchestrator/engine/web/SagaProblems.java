package dev.layeredsaga.orchestrator.engine.web;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
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
        return problem(ErrorCode.SAGA_NOT_FOUND, String.valueOf(missing.getMessage()));
    }

    @ExceptionHandler
    ProblemDetail unexpected(Exception failure) {
        log.error("unexpected", failure);
        return problem(ErrorCode.INTERNAL_ERROR, "something went wrong on our side");
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception failure, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ProblemDetail problem = body instanceof ProblemDetail detail ? detail : ProblemDetail.forStatus(status);
        problem.setProperty("code", ErrorCode.ofStatus(status));
        return super.handleExceptionInternal(failure, problem, headers, status, request);
    }

    private static ProblemDetail problem(ErrorCode code, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(code.status(), detail);
        problem.setProperty("code", code);
        return problem;
    }
}
