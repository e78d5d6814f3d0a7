package dev.layeredsaga.messaging.payment;

import dev.layeredsaga.messaging.saga.StepAttempt;

/**
 * See to it that nothing stays captured for the saga, and refuse any charge of it that arrives later. Answered by
 * {@link RefundMade} once that is certain, by {@link RefundFailed} as long as it is not.
 */
public record RefundPayment(StepAttempt attempt) implements PaymentCommand {}
