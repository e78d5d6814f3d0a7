package dev.layeredsaga.contract.payment;

import dev.layeredsaga.contract.saga.StepAttempt;

/**
 * Refunds any amount captured for the saga, and refuses charges of the saga that arrive later. Answered by {@link RefundMade} once
 * it is certain that nothing stays captured, by {@link RefundFailed} until then.
 */
public record RefundPayment(StepAttempt attempt) implements PaymentCommand {}
