package dev.layeredsaga.inventory.web;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.context.MessageSourceResolvable;
import org.springframework.validation.FieldError;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import tools.jackson.core.JacksonException;

/** Which value is not valid, and why. */
record FieldProblem(String field, String message) {

    static List<FieldProblem> of(MethodArgumentNotValidException invalid) {
        return invalid.getBindingResult().getFieldErrors().stream()
                .map(FieldProblem::of)
                .toList();
    }

    static List<FieldProblem> of(HandlerMethodValidationException invalid) {
        return invalid.getParameterValidationResults().stream()
                .flatMap(FieldProblem::of)
                .toList();
    }

    /** The place in the document, as in {@code lines[0].quantity}. */
    static FieldProblem of(JacksonException invalid, String message) {
        StringBuilder place = new StringBuilder();
        for (JacksonException.Reference step : invalid.getPath()) {
            if (step.getPropertyName() == null) {
                place.append('[').append(step.getIndex()).append(']');
            } else {
                place.append(place.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return new FieldProblem(place.toString(), message);
    }

    private static Stream<FieldProblem> of(ParameterValidationResult result) {
        if (result instanceof ParameterErrors errors) {
            return errors.getFieldErrors().stream().map(FieldProblem::of);
        }
        String parameter = String.valueOf(result.getMethodParameter().getParameterName());
        return result.getResolvableErrors().stream().map(error -> new FieldProblem(parameter, messageOf(error)));
    }

    private static FieldProblem of(FieldError error) {
        return new FieldProblem(error.getField(), messageOf(error));
    }

    private static String messageOf(MessageSourceResolvable error) {
        return error.getDefaultMessage() == null ? "is not valid" : error.getDefaultMessage();
    }
}
