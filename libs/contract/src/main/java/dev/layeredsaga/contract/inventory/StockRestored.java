package dev.layeredsaga.contract.inventory;

import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;

/** All lines of the return are put back or written off, now or before. */
public record StockRestored(StepAttempt attempt) implements SagaReply {}
