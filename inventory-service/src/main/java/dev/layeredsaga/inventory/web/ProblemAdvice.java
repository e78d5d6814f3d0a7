package dev.layeredsaga.inventory.web;

import dev.layeredsaga.chassis.http.FailedRequests;
import dev.layeredsaga.chassis.http.FieldProblem;
import dev.layeredsaga.chassis.http.UnreadableBody;
import dev.layeredsaga.inventory.section.LockTimeoutException;
import dev.layeredsaga.messaging.failure.FailureKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.accept.InvalidApiVersionException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Maps every failure to RFC 9457 problem details with an {@link ErrorCode}; internal details are not exposed. */
@RestControllerAdvice
final class ProblemAdvice extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

    private final FailedRequests failed = new FailedRequests();

    @ExceptionHandler
    ResponseEntity<Object> handle(ApiProblem problem) {
        return problem.toResponse();
    }

    @ExceptionHandler({LockTimeoutException.class, ConcurrencyFailureException.class})
    ResponseEntity<Object> handleContention(Exception contention) {
        log.warn("gave up for now: {}", FailureKind.reasonOf(contention));
        return ApiProblem.of(ErrorCode.CONTENTION).retryAfter(1).toResponse();
    }

    @ExceptionHandler
    ResponseEntity<Object> handleUnexpected(Exception failure) {
        return failed.isTemporary(failure)
                ? ApiProblem.of(ErrorCode.DATABASE_UNAVAILABLE).retryAfter(1).toResponse()
                : ApiProblem.of(ErrorCode.INTERNAL_ERROR).toResponse();
    }

    @Override
    protected ResponseEntity<Object> handleExceptionInternal(
            Exception failure, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ResponseEntity<Object> response = problemOf(failure, status).toResponse();
        HttpHeaders all = new HttpHeaders(headers);
        all.putAll(response.getHeaders());
        return new ResponseEntity<>(response.getBody(), all, response.getStatusCode());
    }

    private static ApiProblem problemOf(Exception failure, HttpStatusCode status) {
        return switch (failure) {
            case MethodArgumentNotValidException invalid -> invalid(FieldProblem.of(invalid.getBindingResult()));
            case HandlerMethodValidationException invalid -> invalid(FieldProblem.of(invalid));
            case MissingRequestHeaderException missing -> invalid(missing.getHeaderName(), "is required");
            case MethodArgumentTypeMismatchException mismatch ->
                invalid(mismatch.getName(), FieldProblem.expected(mismatch.getRequiredType()));
            case InvalidApiVersionException unknown -> invalid(List.of(FieldProblem.apiVersion()));
            case HttpMessageNotReadableException unreadable -> unreadable(unreadable);
            default -> ApiProblem.of(codeOf(status));
        };
    }

    private static ApiProblem unreadable(HttpMessageNotReadableException failure) {
        return UnreadableBody.fieldProblem(failure)
                .map(problem -> invalid(List.of(problem)))
                .orElseGet(() -> ApiProblem.of(ErrorCode.MALFORMED_REQUEST));
    }

    private static ApiProblem invalid(String field, String message) {
        return invalid(List.of(new FieldProblem(field, message)));
    }

    private static ApiProblem invalid(List<FieldProblem> errors) {
        return ApiProblem.of(ErrorCode.VALIDATION_FAILED).with("errors", errors);
    }

    private static ErrorCode codeOf(HttpStatusCode status) {
        return switch (status.value()) {
            case 404 -> ErrorCode.NOT_FOUND;
            case 405 -> ErrorCode.METHOD_NOT_ALLOWED;
            case 406 -> ErrorCode.NOT_ACCEPTABLE;
            case 415 -> ErrorCode.UNSUPPORTED_MEDIA_TYPE;
            default -> status.is4xxClientError() ? ErrorCode.MALFORMED_REQUEST : ErrorCode.INTERNAL_ERROR;
        };
    }
}
