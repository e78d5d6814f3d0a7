package dev.layeredsaga.messaging.inventory;

import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;

/** The claim is a sale now. */
public record ClaimConfirmed(StepAttempt attempt) implements SagaReply {}
