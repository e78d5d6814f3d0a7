package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.BoundedText;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;

/** Nothing of the return is taken back; nothing has changed. */
public record RestoreRefused(StepAttempt attempt, RestoreRefusal code, String message) implements SagaReply {

    /** Cuts the text. */
    public RestoreRefused {
        message = BoundedText.of(message);
    }
}
