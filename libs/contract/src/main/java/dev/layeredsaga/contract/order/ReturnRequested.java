package dev.layeredsaga.contract.order;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderLine;
import java.util.List;
import java.util.UUID;

/**
 * A return of a confirmed order has been accepted and its lines are counted as returned; its saga can start. Published again while the
 * return is open and may have been lost.
 *
 * @param returnId the id of the return's saga
 * @param lines what is returned, each sku once
 * @param amount to be given back; 0 for what cost nothing
 * @param reason the words of who asked for it
 */
public record ReturnRequested(
        UUID orderId,
        UUID returnId,
        String customerId,
        List<OrderLine> lines,
        Money amount,
        ReturnedGoods goods,
        String reason)
        implements OrderEvent {

    public ReturnRequested {
        lines = List.copyOf(lines);
    }
}
