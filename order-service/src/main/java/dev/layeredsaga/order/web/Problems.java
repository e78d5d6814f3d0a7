package dev.layeredsaga.order.web;

import dev.layeredsaga.chassis.http.FieldProblem;
import dev.layeredsaga.chassis.http.ProblemCode;
import dev.layeredsaga.chassis.http.UnreadableBody;
import java.util.Comparator;
import java.util.List;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageNotReadableException;

/** Problem details (RFC 9457) with this service's code. */
final class Problems {

    private Problems() {}

    static ProblemDetail of(ProblemCode code) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(code.status(), code.detail());
        problem.setType(code.type());
        problem.setProperty("code", code.name());
        return problem;
    }

    static ProblemDetail unreadable(HttpMessageNotReadableException failure) {
        return UnreadableBody.fieldProblem(failure)
                .map(problem -> invalid(List.of(problem)))
                .orElseGet(() -> of(ErrorCode.MALFORMED_REQUEST));
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
