package dev.layeredsaga.order.web;

import java.util.List;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Why a body could not become a request: not JSON at all, or a field that does not fit. */
final class UnreadableBody {

    private UnreadableBody() {}

    static ProblemDetail problemOf(HttpMessageNotReadableException failure) {
        if (failure.getCause() instanceof JacksonException mismatch && isAboutAField(mismatch)) {
            return Problems.invalid(List.of(new FieldProblem(path(mismatch), message(mismatch))));
        }
        return Problems.of(ErrorCode.MALFORMED_REQUEST);
    }

    private static boolean isAboutAField(JacksonException failure) {
        return (failure instanceof DatabindException || failure instanceof InputCoercionException)
                && !failure.getPath().isEmpty();
    }

    private static String message(JacksonException mismatch) {
        return switch (mismatch) {
            case UnrecognizedPropertyException unknown -> "is not known";
            case InvalidFormatException text -> InvalidFields.expected(text.getTargetType());
            default -> "has the wrong type";
        };
    }

    private static String path(JacksonException mismatch) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : mismatch.getPath()) {
            if (step.getPropertyName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return path.toString();
    }
}
