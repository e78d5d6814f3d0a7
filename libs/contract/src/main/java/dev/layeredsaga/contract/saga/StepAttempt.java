package dev.layeredsaga.contract.saga;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The saga, the step and the attempt that a command belongs to. Participants return it unchanged in their reply.
 *
 * @param attempt counts from 1 within a step; a resent command has a higher one
 * @param proof shows that a reply answers a command, as only the saga's orchestrator can make it; at most
 *     {@value #LONGEST_PROOF} characters, null if it is not required
 */
public record StepAttempt(
        UUID sagaId, String step, int attempt, @Nullable String proof) {

    private static final int LONGEST_PROOF = 100;

    /** @throws IllegalArgumentException if the attempt is less than 1, or the proof too long */
    public StepAttempt {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempt counts from 1: " + attempt);
        }
        if (proof != null && proof.length() > LONGEST_PROOF) {
            throw new IllegalArgumentException("a proof has at most " + LONGEST_PROOF + " characters");
        }
    }

    /** An attempt without a proof. */
    public StepAttempt(UUID sagaId, String step, int attempt) {
        this(sagaId, step, attempt, null);
    }

    /** Returns a key that all attempts at the step share. A compensation at the same endpoint needs another. */
    public String idempotencyKey() {
        return sagaId + "/" + step;
    }

    /** Omits the proof, to keep it out of logs. */
    @Override
    public String toString() {
        return "StepAttempt[sagaId=%s, step=%s, attempt=%d]".formatted(sagaId, step, attempt);
    }
}
