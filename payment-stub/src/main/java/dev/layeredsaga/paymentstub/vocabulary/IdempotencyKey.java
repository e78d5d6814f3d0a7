package dev.layeredsaga.paymentstub.vocabulary;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The client's identifier of a decision that must be made only once. */
public record IdempotencyKey(@JsonValue String value) {

    private static final int MAX_LENGTH = 255;

    /**
     * @throws InvalidInput if blank, nothing but control characters, or longer than 255 characters
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public IdempotencyKey {
        if (value.isBlank() || value.trim().isEmpty() || value.length() > MAX_LENGTH) {
            throw new InvalidInput(
                    ErrorCode.INVALID_IDEMPOTENCY_KEY, "Idempotency-Key", "must have 1 to 255 characters");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
