package dev.layeredsaga.order.placement.price;

import dev.layeredsaga.contract.Money;
import java.util.List;
import java.util.Set;

/** Outcome of pricing the lines of an order. */
public sealed interface Pricing {

    record Priced(List<OrderLine> lines, Money total) implements Pricing {}

    /** Reason why an order has no price. */
    sealed interface Unpriced extends Pricing {

        /** Some products do not exist. */
        record UnknownSkus(Set<String> skus) implements Unpriced {}

        /** The products have prices in more than one currency. */
        record MixedCurrencies(Set<String> currencies) implements Unpriced {}

        /** The total is more than {@link Money#MOST}. */
        record TotalTooLarge() implements Unpriced {}
    }
}
