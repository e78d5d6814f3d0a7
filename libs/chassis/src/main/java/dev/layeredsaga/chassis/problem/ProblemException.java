package dev.layeredsaga.chassis.problem;

import java.io.Serial;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/** Ends a request with a problem. Thrown by controllers and what they call in the web layer; without a stack trace. */
public final class ProblemException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient ProblemCode code;
    private final transient Map<String, Object> members = new LinkedHashMap<>();
    private int retryAfterSeconds;

    public ProblemException(ProblemCode code) {
        super(code.detail(), null, false, false);
        this.code = code;
        this.retryAfterSeconds = code.retryAfterSeconds();
    }

    /** Creates a {@code VALIDATION_FAILED} that lists the fields in the order of their names. */
    public static ProblemException invalid(List<FieldProblem> errors) {
        return new ProblemException(CommonProblem.VALIDATION_FAILED)
                .with(
                        "errors",
                        errors.stream()
                                .sorted(Comparator.comparing(FieldProblem::field)
                                        .thenComparing(FieldProblem::message))
                                .toList());
    }

    /** Creates a {@code VALIDATION_FAILED} for one field. */
    public static ProblemException invalid(String field, String message) {
        return invalid(List.of(new FieldProblem(field, message)));
    }

    /** Adds a member to the problem. */
    public ProblemException with(String name, Object value) {
        members.put(name, value);
        return this;
    }

    /** Sets {@code Retry-After} where the time is known. */
    public ProblemException retryAfter(int seconds) {
        retryAfterSeconds = seconds;
        return this;
    }

    /** Returns the code of the problem. */
    public ProblemCode code() {
        return code;
    }

    /** Returns the response that a client gets. */
    public ResponseEntity<ProblemDetail> toResponse() {
        HttpHeaders headers = new HttpHeaders();
        addRetryAfter(headers);
        return new ResponseEntity<>(detail(code.status()), headers, code.status());
    }

    void addRetryAfter(HttpHeaders headers) {
        if (retryAfterSeconds > 0) {
            headers.set(HttpHeaders.RETRY_AFTER, String.valueOf(retryAfterSeconds));
        }
    }

    ProblemDetail detail(HttpStatusCode status) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, code.detail());
        problem.setType(code.type());
        problem.setProperty("code", code.name());
        members.forEach(problem::setProperty);
        return problem;
    }
}
