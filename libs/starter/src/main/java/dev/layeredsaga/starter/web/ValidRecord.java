package dev.layeredsaga.starter.web;

import dev.layeredsaga.chassis.problem.FieldProblem;
import dev.layeredsaga.chassis.problem.ProblemException;
import dev.layeredsaga.messaging.envelope.RequiredComponents;
import jakarta.validation.Validator;
import java.util.List;
import java.util.stream.Stream;

/** Checks a record of a definition that a request's body has been read as. */
final class ValidRecord {

    private ValidRecord() {}

    /**
     * Returns the value.
     *
     * @throws ProblemException naming the fields that break a constraint, or are missing and not nullable
     */
    static <T> T of(T value, Validator validator) {
        List<FieldProblem> broken = validator.validate(value).stream()
                .map(violation -> new FieldProblem(violation.getPropertyPath().toString(), violation.getMessage()))
                .toList();
        Stream<FieldProblem> missing = RequiredComponents.missingIn(value).stream()
                .filter(path ->
                        broken.stream().noneMatch(problem -> problem.field().equals(path)))
                .map(path -> new FieldProblem(path, "must not be null"));
        List<FieldProblem> problems = Stream.concat(broken.stream(), missing).toList();
        if (!problems.isEmpty()) {
            throw ProblemException.invalid(problems);
        }
        return value;
    }
}
