package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import java.time.Instant;

/**
 * Others hold the requested stock; the saga waits in the queue. {@link StockClaimed} or {@link ClaimRefused} follows without
 * another command, as a reply to the same attempt.
 *
 * @param sku the item that others hold
 * @param ahead the number of sagas ahead in that item's queue
 * @param lockExpiresAt the latest time at which the item becomes free
 * @param givesUpAt the time at which the saga is refused if it is still queued
 */
public record ClaimQueued(StepAttempt attempt, String sku, int ahead, Instant lockExpiresAt, Instant givesUpAt)
        implements SagaReply {}
