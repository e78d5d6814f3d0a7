package dev.layeredsaga.orchestrator.web;

import dev.layeredsaga.chassis.http.FieldProblem;
import dev.layeredsaga.chassis.http.UnreadableBody;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageNotReadableException;

/** An answer that says no, on its way out of a controller. */
public final class ApiProblem extends RuntimeException {

    private final ErrorCode code;
    private final transient Map<String, Object> facts = new LinkedHashMap<>();

    public ApiProblem(ErrorCode code) {
        super(code.detail(), null, false, false);
        this.code = code;
    }

    static ApiProblem invalid(List<FieldProblem> errors) {
        return new ApiProblem(ErrorCode.VALIDATION_FAILED)
                .with(
                        "errors",
                        errors.stream()
                                .sorted(Comparator.comparing(FieldProblem::field)
                                        .thenComparing(FieldProblem::message))
                                .toList());
    }

    static ApiProblem unreadable(HttpMessageNotReadableException failure) {
        return UnreadableBody.fieldProblem(failure)
                .map(problem -> invalid(List.of(problem)))
                .orElseGet(() -> new ApiProblem(ErrorCode.MALFORMED_REQUEST));
    }

    public static ApiProblem invalid(String field, String message) {
        return invalid(List.of(new FieldProblem(field, message)));
    }

    /** Adds a member to the problem. */
    public ApiProblem with(String name, Object value) {
        facts.put(name, value);
        return this;
    }

    /** As RFC 9457 has it. */
    ProblemDetail detail() {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(code.status(), code.detail());
        problem.setType(code.type());
        problem.setProperty("code", code.name());
        facts.forEach(problem::setProperty);
        return problem;
    }
}
