package dev.layeredsaga.paymentstub.refund;

import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * A request to refund a payment.
 *
 * @param amount in minor units; empty for all that remains
 */
public record RefundRequest(IdempotencyKey idempotencyKey, UUID paymentId, OptionalLong amount) {

    /**
     * @throws InvalidInput if the amount is not positive
     */
    public RefundRequest {
        if (amount.isPresent() && amount.getAsLong() <= 0) {
            throw new InvalidInput(ErrorCode.INVALID_AMOUNT, "amount", "must be positive, in minor units");
        }
    }
}
