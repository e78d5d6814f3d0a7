package dev.layeredsaga.paymentstub.vocabulary;

/** A value that a caller sent does not make sense; says which field and why. */
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
