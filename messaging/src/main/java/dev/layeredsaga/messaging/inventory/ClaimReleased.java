package dev.layeredsaga.messaging.inventory;

import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;

/** The saga holds nothing any more, and never will. */
public record ClaimReleased(StepAttempt attempt) implements SagaReply {}
