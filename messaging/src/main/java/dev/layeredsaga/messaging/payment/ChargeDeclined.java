package dev.layeredsaga.messaging.payment;

import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;

/**
 * The gateway refuses for good; nothing was captured.
 *
 * @param code the gateway's own word, such as {@code insufficient_funds}
 */
public record ChargeDeclined(StepAttempt attempt, String code) implements SagaReply {}
