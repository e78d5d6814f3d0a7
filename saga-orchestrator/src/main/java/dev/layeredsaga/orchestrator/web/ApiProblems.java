package dev.layeredsaga.orchestrator.web;

import dev.layeredsaga.chassis.http.FailedRequests;
import dev.layeredsaga.chassis.http.FieldProblem;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.accept.InvalidApiVersionException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Every error as an RFC 9457 problem with a stable {@code code}. No exception's own message leaves the service. */
@RestControllerAdvice
class ApiProblems extends ResponseEntityExceptionHandler {

    private static final String RETRY_AFTER_SECONDS = "5";

    private final FailedRequests failures = new FailedRequests();

    @ExceptionHandler
    ResponseEntity<ProblemDetail> refused(ApiProblem problem) {
        ProblemDetail detail = problem.detail();
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(detail.getStatus());
        if (detail.getStatus() == HttpStatus.SERVICE_UNAVAILABLE.value()) {
            answer.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        return answer.body(detail);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unexpected(Exception failure) {
        if (failures.isTemporary(failure)) {
            return ResponseEntity.status(ErrorCode.TEMPORARILY_UNAVAILABLE.status())
                    .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                    .body(new ApiProblem(ErrorCode.TEMPORARILY_UNAVAILABLE).detail());
        }
        return ResponseEntity.internalServerError().body(new ApiProblem(ErrorCode.INTERNAL_ERROR).detail());
    }

    /** Everything that Spring MVC itself refuses. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception failure, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ProblemDetail problem = problemOf(failure, status).detail();
        problem.setStatus(status.value());
        HttpHeaders all = new HttpHeaders(headers);
        if (status.value() == HttpStatus.SERVICE_UNAVAILABLE.value()) {
            all.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        return super.handleExceptionInternal(failure, problem, all, status, request);
    }

    private static ApiProblem problemOf(Exception failure, HttpStatusCode status) {
        return switch (failure) {
            case MethodArgumentNotValidException invalid ->
                ApiProblem.invalid(FieldProblem.of(invalid.getBindingResult()));
            case HandlerMethodValidationException invalid -> ApiProblem.invalid(FieldProblem.of(invalid));
            case TypeMismatchException mismatch ->
                ApiProblem.invalid(
                        String.valueOf(mismatch.getPropertyName()), FieldProblem.expected(mismatch.getRequiredType()));
            case InvalidApiVersionException unknown -> ApiProblem.invalid(List.of(FieldProblem.apiVersion()));
            case HttpMessageNotReadableException unreadable -> ApiProblem.unreadable(unreadable);
            default -> new ApiProblem(ErrorCode.ofStatus(status));
        };
    }
}
