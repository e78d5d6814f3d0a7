package dev.layeredsaga.contract.order;

import java.util.UUID;

/** An event that the order-service publishes on {@code orders.events}. */
public sealed interface OrderEvent
        permits OrderPlaced, OrderCancellationRequested, ReturnRequested, SagaEventsRequested {

    /** Returns the order's id, which is also that of its saga. */
    UUID orderId();
}
