package dev.layeredsaga.contract.order;

import java.util.UUID;

/** The customer has requested that the order be cancelled and compensated, whatever its progress. */
public record OrderCancellationRequested(UUID orderId) implements OrderEvent {}
