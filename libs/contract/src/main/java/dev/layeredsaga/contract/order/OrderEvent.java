package dev.layeredsaga.contract.order;

import java.util.UUID;

/** An event that the order-service publishes on {@code orders.events}. */
public sealed interface OrderEvent permits OrderPlaced, OrderCancellationRequested, SagaEventsRequested {

    /** Returns the order's id, which becomes the saga's id. */
    UUID orderId();
}
