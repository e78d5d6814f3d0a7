package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import java.time.Instant;

/** The claim's expiry has been extended. */
public record ClaimExtended(StepAttempt attempt, Instant expiresAt) implements SagaReply {}
