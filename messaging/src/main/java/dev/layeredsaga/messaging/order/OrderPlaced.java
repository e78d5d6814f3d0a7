package dev.layeredsaga.messaging.order;

import dev.layeredsaga.messaging.Money;
import dev.layeredsaga.messaging.StockLine;
import java.util.List;
import java.util.UUID;

/**
 * A customer's order has been accepted and priced; its saga is to be started.
 *
 * @param lines at least one, each sku once
 */
public record OrderPlaced(
        UUID orderId, String customerId, List<StockLine> lines, Money total, String paymentMethod, OnBusy onBusy)
        implements OrderEvent {

    /** @throws IllegalArgumentException if there is no line */
    public OrderPlaced {
        lines = List.copyOf(lines);
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("an order has at least one line");
        }
    }
}
