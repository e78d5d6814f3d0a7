package dev.layeredsaga.messaging.payment;

import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;

/**
 * The refund is not complete; an amount may still be captured.
 *
 * @param retryable false if the gateway refuses the refund, so that an operator must act
 */
public record RefundFailed(StepAttempt attempt, String reason, boolean retryable) implements SagaReply {}
