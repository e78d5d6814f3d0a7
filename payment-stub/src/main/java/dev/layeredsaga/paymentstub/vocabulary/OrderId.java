package dev.layeredsaga.paymentstub.vocabulary;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The merchant's identifier of an order. */
public record OrderId(@JsonValue String value) {

    private static final int MAX_LENGTH = 200;

    /**
     * @throws InvalidInput if blank, nothing but control characters, or longer than 200 characters
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public OrderId {
        if (value.isBlank() || value.trim().isEmpty() || value.length() > MAX_LENGTH) {
            throw new InvalidInput(ErrorCode.INVALID_ORDER_ID, "orderId", "must have 1 to 200 characters");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
