package dev.layeredsaga.inventory.claim.request;

import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.Refusal;

/** A command of a request after it was checked. */
sealed interface Checked {

    /** Answered without being handled. */
    record Answered(ClaimOutcome outcome) implements Checked {}

    /** To be handled, perhaps with a shorter time to live than was requested. */
    record Admitted(ClaimCommand command) implements Checked {}

    static Checked refused(Refusal refusal) {
        return new Answered(new ClaimOutcome.Refused(refusal));
    }
}
