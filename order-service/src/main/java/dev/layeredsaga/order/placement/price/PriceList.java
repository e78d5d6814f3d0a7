package dev.layeredsaga.order.placement.price;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.order.placement.price.Pricing.Priced;
import dev.layeredsaga.order.placement.price.Pricing.Unpriced;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The current prices, by sku. */
public record PriceList(Map<String, Money> unitPrices) {

    /** @param lines at least one */
    public Pricing price(List<StockLine> lines) {
        Set<String> unknown = unknownSkus(lines);
        if (!unknown.isEmpty()) {
            return new Unpriced.UnknownSkus(unknown);
        }
        List<OrderLine> priced = lines.stream().map(this::priced).toList();
        Set<String> currencies = currencies(priced);
        return currencies.size() > 1 ? new Unpriced.MixedCurrencies(currencies) : total(priced);
    }

    private Set<String> unknownSkus(List<StockLine> lines) {
        return lines.stream()
                .map(StockLine::sku)
                .filter(sku -> !unitPrices.containsKey(sku))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private OrderLine priced(StockLine line) {
        Money unitPrice = unitPrices.get(line.sku());
        if (unitPrice == null) {
            throw new IllegalArgumentException("no price for " + line.sku());
        }
        return new OrderLine(line.sku(), line.quantity(), unitPrice);
    }

    private static Set<String> currencies(List<OrderLine> lines) {
        return lines.stream().map(line -> line.unitPrice().currency()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Pricing total(List<OrderLine> lines) {
        try {
            return new Priced(
                    lines,
                    lines.stream().map(OrderLine::price).reduce(Money::plus).orElseThrow());
        } catch (ArithmeticException e) {
            return new Unpriced.TotalTooLarge();
        }
    }
}
