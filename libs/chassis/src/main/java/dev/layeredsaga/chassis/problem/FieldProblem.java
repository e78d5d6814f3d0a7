package dev.layeredsaga.chassis.problem;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSourceResolvable;
import org.springframework.core.MethodParameter;
import org.springframework.validation.Errors;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.method.annotation.HandlerMethodValidationException;

/**
 * A validation error in one field of a request.
 *
 * @param field the field's path, such as {@code lines[0].quantity}
 */
public record FieldProblem(String field, String message) {

    public static List<FieldProblem> of(Errors errors) {
        return errors.getFieldErrors().stream()
                .map(error -> new FieldProblem(error.getField(), text(error)))
                .toList();
    }

    public static List<FieldProblem> of(HandlerMethodValidationException failure) {
        return failure.getParameterValidationResults().stream()
                .flatMap(FieldProblem::ofParameter)
                .toList();
    }

    private static Stream<FieldProblem> ofParameter(ParameterValidationResult result) {
        if (result instanceof ParameterErrors errors) {
            return of(errors).stream();
        }
        String name = nameOf(result.getMethodParameter());
        return result.getResolvableErrors().stream().map(error -> new FieldProblem(name, text(error)));
    }

    /** Returns the parameter's name as the client sees it. */
    private static String nameOf(MethodParameter parameter) {
        RequestHeader header = parameter.getParameterAnnotation(RequestHeader.class);
        return header == null || header.name().isEmpty() ? String.valueOf(parameter.getParameterName()) : header.name();
    }

    private static String text(MessageSourceResolvable error) {
        return error.getDefaultMessage() == null ? "is not valid" : error.getDefaultMessage();
    }

    /** Returns the error message for a value that could not be converted to the type. */
    public static String expected(@Nullable Class<?> type) {
        if (type == null) {
            return "is not valid";
        }
        return type.isEnum() ? "must be one of " + namesOf(type) : "must be a " + kindOf(type);
    }

    private static String namesOf(Class<?> enumType) {
        return Arrays.stream(enumType.getEnumConstants()).map(Object::toString).collect(Collectors.joining(", "));
    }

    /** Covers all types that requests have besides enums. */
    private static String kindOf(Class<?> type) {
        if (type == UUID.class) {
            return "UUID";
        }
        return type == String.class ? "text" : "whole number";
    }
}
