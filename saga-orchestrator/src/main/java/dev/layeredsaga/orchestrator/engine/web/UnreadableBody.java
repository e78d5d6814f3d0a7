package dev.layeredsaga.orchestrator.engine.web;

import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Why a body could not become a request: not JSON at all, or a field that does not fit. */
final class UnreadableBody {

    private UnreadableBody() {}

    static ApiProblem problemOf(HttpMessageNotReadableException failure) {
        return failure.getCause() instanceof JacksonException mismatch && isAboutAField(mismatch)
                ? ApiProblem.invalid(path(mismatch), message(mismatch))
                : new ApiProblem(ErrorCode.MALFORMED_REQUEST);
    }

    private static boolean isAboutAField(JacksonException failure) {
        return (failure instanceof DatabindException || failure instanceof InputCoercionException)
                && !failure.getPath().isEmpty();
    }

    private static String message(JacksonException mismatch) {
        return switch (mismatch) {
            case UnrecognizedPropertyException unknown -> "is not known";
            case InvalidFormatException text -> FieldProblem.expected(text.getTargetType());
            default -> "has the wrong type";
        };
    }

    /** No request has lists, so names are enough. */
    private static String path(JacksonException mismatch) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : mismatch.getPath()) {
            path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
        }
        return path.toString();
    }
}
