package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import java.time.Instant;
import java.util.UUID;

/**
 * All lines are claimed.
 *
 * @param token the proof of ownership that confirms, extends or releases
 */
public record StockClaimed(StepAttempt attempt, UUID claimId, UUID token, Instant expiresAt) implements SagaReply {}
