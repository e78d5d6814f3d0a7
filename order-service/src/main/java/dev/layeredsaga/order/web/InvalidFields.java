package dev.layeredsaga.order.web;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSourceResolvable;
import org.springframework.validation.Errors;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.method.annotation.HandlerMethodValidationException;

/** What validation found, field by field. */
final class InvalidFields {

    private InvalidFields() {}

    static List<FieldProblem> of(Errors errors) {
        return errors.getFieldErrors().stream()
                .map(error -> new FieldProblem(error.getField(), text(error)))
                .toList();
    }

    static List<FieldProblem> of(HandlerMethodValidationException failure) {
        return failure.getParameterValidationResults().stream()
                .flatMap(InvalidFields::ofParameter)
                .toList();
    }

    private static Stream<FieldProblem> ofParameter(ParameterValidationResult result) {
        if (result instanceof ParameterErrors errors) {
            return of(errors).stream();
        }
        String name = String.valueOf(result.getMethodParameter().getParameterName());
        return result.getResolvableErrors().stream().map(error -> new FieldProblem(name, text(error)));
    }

    private static String text(MessageSourceResolvable error) {
        return error.getDefaultMessage() == null ? "is invalid" : error.getDefaultMessage();
    }

    /** What a text that could not be converted should have been. */
    static String expected(@Nullable Class<?> type) {
        if (type == null) {
            return "is invalid";
        }
        if (type.isEnum()) {
            return "must be one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(Object::toString)
                            .collect(Collectors.joining(", "));
        }
        return type == UUID.class ? "must be a UUID" : "must be a number";
    }
}
