package dev.layeredsaga.contract.order;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A customer's order has been accepted and priced; its saga can start.
 *
 * @param lines at least one, each sku once
 * @param claim the claim that the customer already holds for the order; null if the saga has to claim the stock
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

    /** @throws IllegalArgumentException if there are no lines */
    public OrderPlaced {
        lines = List.copyOf(lines);
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("an order has at least one line");
        }
    }
}
