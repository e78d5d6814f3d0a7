package dev.layeredsaga.messaging.payment;

import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;

/** Nobody knows whether the amount was captured; the next attempt asks the gateway first. Never the same as declined. */
public record ChargeUnknown(StepAttempt attempt, String reason) implements SagaReply {}
