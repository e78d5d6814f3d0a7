package dev.layeredsaga.contract.payment;

import dev.layeredsaga.contract.BoundedText;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;

/** The outcome of the charge is unknown; the next attempt queries the gateway first. Must not be treated as declined. */
public record ChargeUnknown(StepAttempt attempt, String reason) implements SagaReply {

    /** Cuts the text. */
    public ChargeUnknown {
        reason = BoundedText.of(reason);
    }
}
