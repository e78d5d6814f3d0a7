package dev.layeredsaga.messaging.order;

import java.util.UUID;

/** What the order-service tells the others, on {@code orders.events}. */
public sealed interface OrderEvent permits OrderPlaced, OrderCancellationRequested, SagaEventsRequested {

    /** The order's id, which becomes the saga's id. */
    UUID orderId();
}
