package dev.layeredsaga.order.placement;

import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.order.HeldClaim;
import dev.layeredsaga.contract.order.OnBusy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A customer's order request. It has no prices; the service sets them.
 *
 * @param lines at least one; lines of the same sku are merged, in the order of their first appearance
 * @param claim the claim that the customer holds already and orders; null if the saga is to claim the stock itself
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
