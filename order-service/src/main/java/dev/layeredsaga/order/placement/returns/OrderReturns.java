package dev.layeredsaga.order.placement.returns;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.order.placement.price.OrderLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All returns of an order, beside what was sold.
 *
 * @param sold each sku once
 * @param all the oldest first, those included that were rejected
 */
public record OrderReturns(List<OrderLine> sold, Money total, List<OrderReturn> all) {

    private static final int MOST = 200;

    /**
     * Makes the return that is requested, or says why not. The last one gives back what is left of the total.
     *
     * @param tooLate true if it may not be requested any more
     */
    public ReturnOutcome request(ReturnRequest request, boolean tooLate, Instant now) {
        for (OrderReturn earlier : all) {
            if (earlier.request().hasKeyOf(request)) {
                return earlier.request().equals(request)
                        ? new ReturnOutcome.Accepted(earlier, false)
                        : new ReturnOutcome.KeyReused();
            }
        }
        if (tooLate) {
            return new ReturnOutcome.TooLate();
        }
        if (all.size() >= MOST) {
            return new ReturnOutcome.TooMany(MOST);
        }
        Map<String, OrderLine> left = left();
        List<OrderLine> lines = new ArrayList<>();
        if (request.lines() == null) {
            left.values().stream().filter(line -> line.quantity() > 0).forEach(lines::add);
        } else {
            for (StockLine line : request.lines()) {
                OrderLine rest = left.get(line.sku());
                if (rest == null) {
                    return new ReturnOutcome.NotOrdered(line.sku());
                }
                if (rest.quantity() < line.quantity()) {
                    return new ReturnOutcome.NotLeft(line.sku(), rest.quantity());
                }
                lines.add(new OrderLine(line.sku(), line.quantity(), rest.unitPrice()));
            }
        }
        return lines.isEmpty()
                ? new ReturnOutcome.NotLeft(null, 0)
                : new ReturnOutcome.Accepted(
                        new OrderReturn(
                                request.returnId(),
                                request,
                                lines,
                                amountOf(lines, left),
                                ReturnStatus.REQUESTED,
                                null,
                                now),
                        true);
    }

    /** Returns what of each sku has not been returned, which may be none. */
    private Map<String, OrderLine> left() {
        Map<String, OrderLine> left = new LinkedHashMap<>();
        for (OrderLine line : sold) {
            left.put(line.sku(), new OrderLine(line.sku(), Math.max(0, leftOf(line)), line.unitPrice()));
        }
        return left;
    }

    private int leftOf(OrderLine line) {
        return line.quantity()
                - all.stream().mapToInt(one -> one.quantityOf(line.sku())).sum();
    }

    /** Returns true if one was put back after others had taken its pieces. */
    public boolean exceedSold() {
        return sold.stream().anyMatch(line -> leftOf(line) < 0);
    }

    private Money amountOf(List<OrderLine> lines, Map<String, OrderLine> left) {
        long price = lines.stream()
                .mapToLong(line -> line.unitPrice().times(line.quantity()).amount())
                .sum();
        boolean last = left.values().stream().mapToInt(OrderLine::quantity).sum()
                == lines.stream().mapToInt(OrderLine::quantity).sum();
        return new Money(last ? Math.max(0, total.amount() - returned().amount()) : price, total.currency());
    }

    /** Returns how much of the total has been given back, or is to be. */
    public Money returned() {
        return new Money(
                all.stream()
                        .filter(one -> one.status() != ReturnStatus.REJECTED)
                        .mapToLong(one -> one.amount().amount())
                        .sum(),
                total.currency());
    }
}
