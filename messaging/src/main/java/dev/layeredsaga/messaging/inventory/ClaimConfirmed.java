package dev.layeredsaga.messaging.inventory;

import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;

/** The claim has become a sale. */
public record ClaimConfirmed(StepAttempt attempt) implements SagaReply {}
