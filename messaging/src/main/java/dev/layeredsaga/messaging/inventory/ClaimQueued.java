package dev.layeredsaga.messaging.inventory;

import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.messaging.saga.StepAttempt;
import java.time.Instant;

/**
 * Others hold what is wanted; the saga waits in line. {@link StockClaimed} or {@link ClaimRefused} follows without being asked
 * for, in answer to the same attempt.
 *
 * @param sku the item that others hold
 * @param ahead how many were in that item's line before
 * @param lockExpiresAt until when the item is held at the latest
 * @param givesUpAt when the saga will be refused if its turn has not come
 */
public record ClaimQueued(StepAttempt attempt, String sku, int ahead, Instant lockExpiresAt, Instant givesUpAt)
        implements SagaReply {}
