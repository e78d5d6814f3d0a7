package dev.layeredsaga.order.placement;

import java.util.Set;

/** Reason why an order has no price. */
public sealed interface Unpriced extends Pricing {

    /** Some products do not exist. */
    record UnknownSkus(Set<String> skus) implements Unpriced {}

    /** The products have prices in more than one currency. */
    record MixedCurrencies(Set<String> currencies) implements Unpriced {}

    /** The total does not fit into a long. */
    record TotalTooLarge() implements Unpriced {}
}
