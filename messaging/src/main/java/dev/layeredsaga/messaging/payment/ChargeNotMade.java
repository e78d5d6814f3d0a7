package dev.layeredsaga.messaging.payment;

import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * This attempt certainly captured nothing (the gateway could not be reached, or was not asked); another may.
 *
 * @param retryAfter what the gateway asked for, if it did
 */
public record ChargeNotMade(
        StepAttempt attempt, String reason, @Nullable Duration retryAfter) implements SagaReply {}
