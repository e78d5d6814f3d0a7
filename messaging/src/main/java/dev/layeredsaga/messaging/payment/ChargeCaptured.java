package dev.layeredsaga.messaging.payment;

import dev.layeredsaga.messaging.Money;
import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;

/** The gateway has captured the amount. */
public record ChargeCaptured(StepAttempt attempt, String paymentId, Money amount) implements SagaReply {}
