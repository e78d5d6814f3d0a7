package dev.layeredsaga.contract.payment;

import dev.layeredsaga.contract.BoundedText;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;

/**
 * The gateway has declined the charge permanently; nothing was captured.
 *
 * @param code the gateway's own code, such as {@code insufficient_funds}
 */
public record ChargeDeclined(StepAttempt attempt, String code) implements SagaReply {

    /** Cuts the text. */
    public ChargeDeclined {
        code = BoundedText.of(code);
    }
}
