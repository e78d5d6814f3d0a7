package dev.layeredsaga.messaging.payment;

import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The attempt certainly captured nothing (the gateway was unreachable or not called); another attempt may.
 *
 * @param retryAfter the gateway's {@code Retry-After}, if it sent one
 */
public record ChargeNotMade(
        StepAttempt attempt, String reason, @Nullable Duration retryAfter) implements SagaReply {}
