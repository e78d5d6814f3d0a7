package dev.layeredsaga.contract.order;

import java.util.UUID;

/**
 * The order-service lacks events of the order's saga. Requests that those with a sequence above {@code afterSequence} be published
 * again on {@code saga.events}, with their original ids, times and sequences.
 *
 * @param afterSequence the last event before the first one that is missing; 0 if none has arrived
 */
public record SagaEventsRequested(UUID orderId, long afterSequence) implements OrderEvent {}
