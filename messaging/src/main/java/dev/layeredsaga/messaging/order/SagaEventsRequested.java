package dev.layeredsaga.messaging.order;

import java.util.UUID;

/**
 * The order-service lacks events of the order's saga: those with a sequence above {@code afterSequence} are to be published again on
 * {@code saga.events}, with the ids, times and sequences that they had.
 *
 * @param afterSequence the last event before the first one that is missing; 0 if none has arrived
 */
public record SagaEventsRequested(UUID orderId, long afterSequence) implements OrderEvent {}
