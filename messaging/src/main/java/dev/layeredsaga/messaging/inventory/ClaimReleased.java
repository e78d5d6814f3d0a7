package dev.layeredsaga.messaging.inventory;

import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;

/** The saga holds no claim any more and can never claim again. */
public record ClaimReleased(StepAttempt attempt) implements SagaReply {}
