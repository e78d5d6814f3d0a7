package dev.layeredsaga.order.placement;

import dev.layeredsaga.contract.Money;
import java.util.List;

/** Outcome of pricing the lines of an order. */
sealed interface Pricing permits Pricing.Priced, Unpriced {

    record Priced(List<OrderLine> lines, Money total) implements Pricing {}
}
