package dev.layeredsaga.messaging.payment;

import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;

/**
 * The gateway has declined the charge permanently; nothing was captured.
 *
 * @param code the gateway's own code, such as {@code insufficient_funds}
 */
public record ChargeDeclined(StepAttempt attempt, String code) implements SagaReply {}
