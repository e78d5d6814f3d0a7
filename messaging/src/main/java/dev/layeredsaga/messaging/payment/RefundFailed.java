package dev.layeredsaga.messaging.payment;

import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;

/**
 * It is not certain yet that nothing stays captured.
 *
 * @param retryable false if the gateway refuses the refund, so that only a person can help
 */
public record RefundFailed(StepAttempt attempt, String reason, boolean retryable) implements SagaReply {}
