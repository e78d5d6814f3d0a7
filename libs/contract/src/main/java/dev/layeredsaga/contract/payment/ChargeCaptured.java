package dev.layeredsaga.contract.payment;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;

/** The gateway has captured the amount. */
public record ChargeCaptured(StepAttempt attempt, String paymentId, Money amount) implements SagaReply {}
