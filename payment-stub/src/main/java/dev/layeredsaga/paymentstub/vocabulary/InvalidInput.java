package dev.layeredsaga.paymentstub.vocabulary;

import org.jspecify.annotations.Nullable;

/** Thrown if a caller's value is invalid; has the field and the reason. */
public final class InvalidInput extends IllegalArgumentException {

    private final ErrorCode code;
    private final String field;

    public InvalidInput(ErrorCode code, String field, String message) {
        super(message);
        this.code = code;
        this.field = field;
    }

    /**
     * Returns the value.
     *
     * @throws InvalidInput with this code if it is null
     */
    public static <T> T required(@Nullable T value, ErrorCode code, String field) {
        if (value == null) {
            throw new InvalidInput(code, field, "is required");
        }
        return value;
    }

    public ErrorCode code() {
        return code;
    }

    public String field() {
        return field;
    }
}
