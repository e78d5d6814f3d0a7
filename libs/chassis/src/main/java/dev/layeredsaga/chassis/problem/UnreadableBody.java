package dev.layeredsaga.chassis.problem;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Explains why JSON could not be parsed as a request. */
public final class UnreadableBody {

    private UnreadableBody() {}

    /** Returns the field that does not match the type; empty if none is to blame, as of a body that is not JSON at all. */
    public static Optional<FieldProblem> fieldProblem(@Nullable Throwable failure) {
        return failure instanceof JacksonException mismatch && isAboutAField(mismatch)
                ? Optional.of(new FieldProblem(path(mismatch), message(mismatch)))
                : Optional.empty();
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
