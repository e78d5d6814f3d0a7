package dev.layeredsaga.contract.order;

import java.util.UUID;

/**
 * The order-service lacks events of a saga. Requests that those with a sequence above {@code afterSequence} be published again on their
 * topic, with their original ids, times and sequences.
 *
 * @param orderId the saga's id: an order's, or a return's
 * @param afterSequence the last event before the first one that is missing; 0 if none has arrived
 */
public record SagaEventsRequested(UUID orderId, long afterSequence) implements OrderEvent {}
