package dev.layeredsaga.order.placement;

/** What comes of the wish to place an order. */
public sealed interface Placement permits Placement.Accepted, Placement.KeyReused, Placement.TooManyQueued, Unpriced {

    /** The order has been placed: now, or earlier by the same request with the same key. */
    record Accepted(CustomerOrder order) implements Placement {}

    /** The key belongs to another request. */
    record KeyReused() implements Placement {}

    /** The customer has as many orders that may wait in the queue as one may have. */
    record TooManyQueued(int limit) implements Placement {}
}
