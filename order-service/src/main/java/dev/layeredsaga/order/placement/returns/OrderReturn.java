package dev.layeredsaga.order.placement.returns;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.order.ReturnRequested;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.order.placement.price.OrderLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A return of lines of an order, stored with it.
 *
 * @param amount to be given back
 * @param rejection why it was rejected; null unless it was
 */
public record OrderReturn(
        UUID id,
        ReturnRequest request,
        List<OrderLine> lines,
        Money amount,
        ReturnStatus status,
        @Nullable Reason rejection,
        Instant requestedAt) {

    /** Returns the return as it was requested, or nothing if the event does not agree with itself or does not say all. */
    public static Optional<OrderReturn> of(ReturnRequested event) {
        ReturnRequested.Origin origin = event.origin();
        if (origin == null) {
            return Optional.empty();
        }
        List<OrderLine> lines = new ArrayList<>();
        for (OrderSagaEvent.OrderLine line : event.lines()) {
            Money price = line.unitPrice();
            if (price == null) {
                return Optional.empty();
            }
            lines.add(new OrderLine(line.sku(), line.quantity(), price));
        }
        ReturnRequest request = new ReturnRequest(
                event.orderId(),
                origin.caller(),
                origin.idempotencyKey(),
                origin.all() ? null : lines.stream().map(OrderLine::stock).toList(),
                event.goods(),
                event.reason());
        return Optional.of(request)
                .filter(all -> all.returnId().equals(event.returnId()))
                .map(all -> new OrderReturn(
                        all.returnId(),
                        all,
                        lines,
                        event.amount(),
                        ReturnStatus.REQUESTED,
                        null,
                        origin.requestedAt()));
    }

    public boolean isOpen() {
        return !status.isFinal();
    }

    /** Returns how many pieces of the sku cannot be returned by another one; none of a return that was rejected. */
    int quantityOf(String sku) {
        return status == ReturnStatus.REJECTED
                ? 0
                : lines.stream()
                        .filter(line -> line.sku().equals(sku))
                        .mapToInt(OrderLine::quantity)
                        .sum();
    }

    /** Returns the return after a change; itself if it is as far already. The first ending counts, and what was refunded is not rejected. */
    public OrderReturn moved(ReturnStatus to, @Nullable Reason why) {
        if (!isOpen() || to.compareTo(status) <= 0) {
            return this;
        }
        return status == ReturnStatus.REFUNDED && to == ReturnStatus.REJECTED
                ? moved(ReturnStatus.COMPLETED, null)
                : new OrderReturn(id, request, lines, amount, to, why, requestedAt);
    }
}
