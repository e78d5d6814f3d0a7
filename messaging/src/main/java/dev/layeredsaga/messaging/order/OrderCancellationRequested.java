package dev.layeredsaga.messaging.order;

import java.util.UUID;

/** The customer wants the order undone, however far it has come. */
public record OrderCancellationRequested(UUID orderId) implements OrderEvent {}
