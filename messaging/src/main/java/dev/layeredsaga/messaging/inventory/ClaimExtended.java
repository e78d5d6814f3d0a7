package dev.layeredsaga.messaging.inventory;

import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;
import java.time.Instant;

/** The claim's expiry has been extended. */
public record ClaimExtended(StepAttempt attempt, Instant expiresAt) implements SagaReply {}
