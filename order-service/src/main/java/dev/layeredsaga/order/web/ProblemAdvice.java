package dev.layeredsaga.order.web;

import dev.layeredsaga.chassis.http.FailedRequests;
import dev.layeredsaga.chassis.http.FieldProblem;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.accept.InvalidApiVersionException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Turns every failure into problem details (RFC 9457). Messages of exceptions are never returned to clients. */
@RestControllerAdvice
final class ProblemAdvice extends ResponseEntityExceptionHandler {

    private static final String RETRY_AFTER_SECONDS = "5";
    private static final Set<Integer> PASSING = Set.of(429, 503);

    private final FailedRequests failures = new FailedRequests();

    @ExceptionHandler
    ResponseEntity<ProblemDetail> handle(ProblemException failure) {
        ProblemDetail problem = failure.problem();
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(problem.getStatus());
        if (PASSING.contains(problem.getStatus())) {
            answer.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        return answer.body(problem);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> handle(Exception failure) {
        return failures.isTemporary(failure)
                ? ResponseEntity.status(ErrorCode.TEMPORARILY_UNAVAILABLE.status())
                        .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                        .body(Problems.of(ErrorCode.TEMPORARILY_UNAVAILABLE))
                : answer(Problems.of(ErrorCode.INTERNAL_ERROR));
    }

    private static ResponseEntity<ProblemDetail> answer(ProblemDetail problem) {
        return ResponseEntity.of(problem).build();
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return answer(failure, Problems.invalid(FieldProblem.of(failure.getBindingResult())), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
            HandlerMethodValidationException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return answer(failure, Problems.invalid(FieldProblem.of(failure)), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String name = String.valueOf(failure.getPropertyName());
        FieldProblem error = new FieldProblem(name, FieldProblem.expected(failure.getRequiredType()));
        return answer(failure, Problems.invalid(List.of(error)), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return answer(failure, Problems.unreadable(failure), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleErrorResponseException(
            ErrorResponseException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return failure instanceof InvalidApiVersionException
                ? answer(failure, Problems.invalid(List.of(FieldProblem.apiVersion())), headers, request)
                : super.handleErrorResponseException(failure, headers, status, request);
    }

    private @Nullable ResponseEntity<Object> answer(
            Exception failure, ProblemDetail problem, HttpHeaders headers, WebRequest request) {
        return super.handleExceptionInternal(
                failure, problem, headers, HttpStatusCode.valueOf(problem.getStatus()), request);
    }

    /** Handles all other requests that Spring MVC itself refuses. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception failure, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ProblemDetail problem = Problems.of(ErrorCode.ofStatus(status));
        problem.setStatus(status.value());
        HttpHeaders all = new HttpHeaders(headers);
        if (PASSING.contains(status.value())) {
            all.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        return super.handleExceptionInternal(failure, problem, all, status, request);
    }
}
