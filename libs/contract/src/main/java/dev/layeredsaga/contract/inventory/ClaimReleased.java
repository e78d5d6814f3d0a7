package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;

/** The saga holds no claim any more and can never claim again. */
public record ClaimReleased(StepAttempt attempt) implements SagaReply {}
