package dev.layeredsaga.order.placement;

import dev.layeredsaga.messaging.Money;
import java.util.List;

/** What the lines of an order cost, if that can be said. */
sealed interface Pricing permits Pricing.Priced, Unpriced {

    record Priced(List<OrderLine> lines, Money total) implements Pricing {}
}
