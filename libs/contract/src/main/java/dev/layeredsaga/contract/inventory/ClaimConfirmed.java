package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;

/** The claim has become a sale. */
public record ClaimConfirmed(StepAttempt attempt) implements SagaReply {}
