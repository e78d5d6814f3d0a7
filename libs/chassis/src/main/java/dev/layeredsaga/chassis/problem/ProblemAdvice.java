package dev.layeredsaga.chassis.problem;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.accept.InvalidApiVersionException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Turns every failure into problem details (RFC 9457). No exception's own message leaves the service. */
@RestControllerAdvice
public class ProblemAdvice extends ResponseEntityExceptionHandler {

    private final FailedRequests failures = new FailedRequests();
    private final ProblemCode databaseProblem;

    public ProblemAdvice(DatabaseProblem databaseProblem) {
        this.databaseProblem = databaseProblem.code();
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> handle(ProblemException problem) {
        return problem.toResponse();
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> handle(Exception failure) {
        ProblemCode code = failures.isTemporary(failure) ? databaseProblem : CommonProblem.INTERNAL_ERROR;
        return new ProblemException(code).toResponse();
    }

    /** Handles what Spring MVC itself refuses, and keeps Spring's status and headers. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception failure, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ProblemException problem = problemOf(failure, status);
        HttpHeaders all = new HttpHeaders(headers);
        problem.addRetryAfter(all);
        return super.handleExceptionInternal(failure, problem.detail(status), all, status, request);
    }

    private static ProblemException problemOf(Exception failure, HttpStatusCode status) {
        return switch (failure) {
            case MethodArgumentNotValidException invalid ->
                ProblemException.invalid(FieldProblem.of(invalid.getBindingResult()));
            case HandlerMethodValidationException invalid -> ProblemException.invalid(FieldProblem.of(invalid));
            case MissingRequestHeaderException missing ->
                ProblemException.invalid(missing.getHeaderName(), "is required");
            case TypeMismatchException mismatch ->
                ProblemException.invalid(
                        String.valueOf(mismatch.getPropertyName()), FieldProblem.expected(mismatch.getRequiredType()));
            case InvalidApiVersionException unknown ->
                ProblemException.invalid("API-Version", "must be 1, or absent, which means 1");
            case HttpMessageNotReadableException unreadable ->
                UnreadableBody.fieldProblem(unreadable.getCause())
                        .map(field -> ProblemException.invalid(field.field(), field.message()))
                        .orElseGet(() -> new ProblemException(CommonProblem.MALFORMED_REQUEST));
            default -> new ProblemException(CommonProblem.ofStatus(status));
        };
    }
}
