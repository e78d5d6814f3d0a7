package dev.layeredsaga.order.web;

import dev.layeredsaga.chassis.http.FieldProblem;
import dev.layeredsaga.chassis.http.ProblemCode;
import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.ProblemDetail;

/** Ends a request with a problem. Only controllers and filters throw it. */
public final class ProblemException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final ProblemCode code;
    private final transient Map<String, Object> facts = new LinkedHashMap<>();

    public ProblemException(ProblemCode code) {
        super(code.detail());
        this.code = code;
    }

    /** Adds the invalid fields. */
    public ProblemException withErrors(List<FieldProblem> errors) {
        return with("errors", List.copyOf(errors));
    }

    /** Adds a member to the problem. */
    public ProblemException with(String name, Object value) {
        facts.put(name, value);
        return this;
    }

    ProblemDetail problem() {
        ProblemDetail problem = Problems.of(code);
        facts.forEach(problem::setProperty);
        return problem;
    }
}
