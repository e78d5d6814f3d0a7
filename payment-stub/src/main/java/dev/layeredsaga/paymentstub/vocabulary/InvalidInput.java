package dev.layeredsaga.paymentstub.vocabulary;

/** Thrown if a caller's value is invalid; has the field and the reason. */
public final class InvalidInput extends IllegalArgumentException {

    private final ErrorCode code;
    private final String field;

    public InvalidInput(ErrorCode code, String field, String message) {
        super(message);
        this.code = code;
        this.field = field;
    }

    public ErrorCode code() {
        return code;
    }

    public String field() {
        return field;
    }
}
