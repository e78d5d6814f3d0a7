package dev.layeredsaga.messaging.payment;

import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;

/** The outcome of the charge is unknown; the next attempt queries the gateway first. Must not be treated as declined. */
public record ChargeUnknown(StepAttempt attempt, String reason) implements SagaReply {}
