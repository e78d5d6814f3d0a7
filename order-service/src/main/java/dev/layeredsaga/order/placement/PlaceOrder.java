package dev.layeredsaga.order.placement;

import dev.layeredsaga.messaging.StockLine;
import dev.layeredsaga.messaging.order.HeldClaim;
import dev.layeredsaga.messaging.order.OnBusy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A customer's wish. Prices are not part of it; they are ours.
 *
 * @param lines at least one; lines of the same sku are merged, in the order of their first appearance
 * @param claim what the customer holds already and wants to order; null if the order is to claim for itself
 */
public record PlaceOrder(
        IdempotencyKey key,
        String customerId,
        List<StockLine> lines,
        String paymentMethod,
        OnBusy onBusy,
        @Nullable HeldClaim claim) {

    /**
     * @throws IllegalArgumentException if there is no line
     * @throws ArithmeticException if a merged quantity does not fit into an int
     */
    public PlaceOrder {
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("an order has at least one line");
        }
        lines = merged(lines);
    }

    private static List<StockLine> merged(List<StockLine> lines) {
        Map<String, Integer> quantities = new LinkedHashMap<>();
        lines.forEach(line -> quantities.merge(line.sku(), line.quantity(), Math::addExact));
        return quantities.entrySet().stream()
                .map(entry -> new StockLine(entry.getKey(), entry.getValue()))
                .toList();
    }
}
