package dev.layeredsaga.paymentstub.vocabulary;

/** The client's identifier of a decision that must be made only once. */
public record IdempotencyKey(String value) {

    private static final int MAX_LENGTH = 255;

    /**
     * @throws InvalidInput if blank, nothing but control characters, or longer than 255 characters
     */
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
