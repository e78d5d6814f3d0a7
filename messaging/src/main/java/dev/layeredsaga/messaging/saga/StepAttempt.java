package dev.layeredsaga.messaging.saga;

import java.util.UUID;

/**
 * Which saga, which of its steps and which try a command belongs to. Participants return it in their reply unchanged.
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
