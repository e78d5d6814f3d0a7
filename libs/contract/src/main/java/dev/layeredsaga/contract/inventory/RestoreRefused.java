package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.BoundedText;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;

/** Refuses the return as a whole; nothing has changed. */
public record RestoreRefused(StepAttempt attempt, RestoreRefusal code, String message) implements SagaReply {

    /** Cuts the text. */
    public RestoreRefused {
        message = BoundedText.of(message);
    }
}
