package dev.layeredsaga.order.placement;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.order.placement.price.Pricing.Unpriced;

/** Outcome of a request to place an order. */
public sealed interface Placement {

    /** The order has been placed: now, or earlier by the same request with the same key. */
    record Accepted(CustomerOrder order) implements Placement {}

    /** The key was used for a different request. */
    record KeyReused() implements Placement {}

    /** The same request with the same key has placed an order whose customer has been erased since. */
    record Erased() implements Placement {}

    /** The order has no price. */
    record NotPriced(Unpriced why) implements Placement {}

    /** The order costs something else than was expected; nothing was stored. */
    record PriceChanged(Money total) implements Placement {}

    /** The customer has reached the limit of orders that may wait in the queue. */
    record TooManyQueued(int limit) implements Placement {}
}
