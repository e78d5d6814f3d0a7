package dev.layeredsaga.contract.payment;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import org.jspecify.annotations.Nullable;

/**
 * The saga has no captured amount any more; after {@link RefundPart}, the part has gone back.
 *
 * @param refunded the refunded amount; null if nothing had been captured
 */
public record RefundMade(StepAttempt attempt, @Nullable Money refunded) implements SagaReply {}
