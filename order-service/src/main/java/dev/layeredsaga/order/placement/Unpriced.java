package dev.layeredsaga.order.placement;

import java.util.Set;

/** Why an order has no price. */
public sealed interface Unpriced extends Pricing, Placement {

    /** These products do not exist. */
    record UnknownSkus(Set<String> skus) implements Unpriced {}

    /** One order, one currency. */
    record MixedCurrencies(Set<String> currencies) implements Unpriced {}

    /** More than a long can hold. */
    record TotalTooLarge() implements Unpriced {}
}
