package dev.layeredsaga.contract.saga;

import java.util.UUID;

/**
 * The saga, the step and the attempt that a command belongs to. Participants return it unchanged in their reply.
 *
 * @param attempt counts from 1 within a step; a resent command has a higher one
 */
public record StepAttempt(UUID sagaId, String step, int attempt) {

    /** @throws IllegalArgumentException if the attempt is less than 1 */
    public StepAttempt {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempt counts from 1: " + attempt);
        }
    }
}
