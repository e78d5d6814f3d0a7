package dev.layeredsaga.contract.order;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderLine;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A return of a confirmed order has been accepted and its lines are counted as returned; its saga can start. Published again while the
 * return is open and may have been lost.
 *
 * @param returnId the id of the return's saga
 * @param lines what is returned, each sku once
 * @param amount to be given back; 0 for what cost nothing
 * @param reason the words of who asked for it
 * @param origin null from a sender of the version before
 */
public record ReturnRequested(
        UUID orderId,
        UUID returnId,
        String customerId,
        List<OrderLine> lines,
        Money amount,
        ReturnedGoods goods,
        String reason,
        @Nullable Origin origin)
        implements OrderEvent {

    /**
     * The rest of what the order-service has stored, by which it puts the return back if its database has lost it.
     *
     * @param caller who requested the return, and owns the key
     * @param all true if no lines were named, but all that was left
     */
    public record Origin(Instant requestedAt, String caller, String idempotencyKey, boolean all) {}

    public ReturnRequested {
        lines = List.copyOf(lines);
    }
}
