package dev.layeredsaga.contract.order;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A customer's order has been accepted and priced; its saga can start.
 *
 * @param lines at least one, each sku once
 * @param claim the claim that the customer already holds for the order; null if the saga has to claim the stock
 * @param timing null if the order asks for no times of its own
 * @param origin null from a sender of the version before
 * @param repeatedAt when it was published again, as its saga may be lost; null the first time
 */
public record OrderPlaced(
        UUID orderId,
        String customerId,
        List<StockLine> lines,
        Money total,
        String paymentMethod,
        OnBusy onBusy,
        @Nullable HeldClaim claim,
        @Nullable OrderTiming timing,
        @Nullable Origin origin,
        @Nullable Instant repeatedAt)
        implements OrderEvent {

    /**
     * The rest of what the order-service has stored, by which it puts the order back if its database has lost it.
     *
     * @param caller who placed the order, and owns the key
     * @param unitAmounts the price of one piece of each line, in the currency of the total
     */
    public record Origin(Instant placedAt, String caller, String idempotencyKey, List<Long> unitAmounts) {

        public Origin {
            unitAmounts = List.copyOf(unitAmounts);
        }
    }

    /** @throws IllegalArgumentException if there are no lines */
    public OrderPlaced {
        lines = List.copyOf(lines);
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("an order has at least one line");
        }
    }

    /** An order without times of its own and without its origin. */
    public OrderPlaced(
            UUID orderId,
            String customerId,
            List<StockLine> lines,
            Money total,
            String paymentMethod,
            OnBusy onBusy,
            @Nullable HeldClaim claim) {
        this(orderId, customerId, lines, total, paymentMethod, onBusy, claim, null, null, null);
    }

    /** Returns the same, to be published again. */
    public OrderPlaced repeated(Instant at) {
        return new OrderPlaced(orderId, customerId, lines, total, paymentMethod, onBusy, claim, timing, origin, at);
    }
}
