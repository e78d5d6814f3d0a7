package dev.layeredsaga.order.web;

import java.util.Comparator;
import java.util.List;
import org.springframework.http.ProblemDetail;

/** Problem details (RFC 9457) with this service's code. */
final class Problems {

    private Problems() {}

    static ProblemDetail of(ErrorCode code) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(code.status(), code.detail());
        problem.setProperty("code", code.name());
        return problem;
    }

    static ProblemDetail invalid(List<FieldProblem> errors) {
        ProblemDetail problem = of(ErrorCode.VALIDATION_FAILED);
        problem.setProperty(
                "errors",
                errors.stream()
                        .sorted(Comparator.comparing(FieldProblem::field).thenComparing(FieldProblem::message))
                        .toList());
        return problem;
    }
}
