package dev.layeredsaga.messaging.order;

import dev.layeredsaga.messaging.Money;
import dev.layeredsaga.messaging.StockLine;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A customer's order has been accepted and priced; its saga is to be started.
 *
 * @param lines at least one, each sku once
 * @param claim what is held for the order already; null if it still has to be claimed
 */
public record OrderPlaced(
        UUID orderId,
        String customerId,
        List<StockLine> lines,
        Money total,
        String paymentMethod,
        OnBusy onBusy,
        @Nullable HeldClaim claim)
        implements OrderEvent {

    /** @throws IllegalArgumentException if there is no line */
    public OrderPlaced {
        lines = List.copyOf(lines);
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("an order has at least one line");
        }
    }
}
