package dev.layeredsaga.messaging.payment;

import dev.layeredsaga.messaging.Money;
import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;
import org.jspecify.annotations.Nullable;

/**
 * The saga has no captured amount any more.
 *
 * @param refunded the refunded amount; null if nothing had been captured
 */
public record RefundMade(StepAttempt attempt, @Nullable Money refunded) implements SagaReply {}
