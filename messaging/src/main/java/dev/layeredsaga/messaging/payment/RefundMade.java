package dev.layeredsaga.messaging.payment;

import dev.layeredsaga.messaging.Money;
import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;
import org.jspecify.annotations.Nullable;

/**
 * Nothing is captured for the saga any more.
 *
 * @param refunded what went back; null if nothing had been captured
 */
public record RefundMade(StepAttempt attempt, @Nullable Money refunded) implements SagaReply {}
