package dev.layeredsaga.testbed.failures.chaos.load;

import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.Stock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The items for sale. Demand exceeds the stock of the hot items; the cold ones never run out.
 *
 * @param queued exclusive items with stock for several orders, one after the other
 * @param seats exclusive items with a stock of one each
 */
public record Catalog(List<Stock> hot, List<Stock> cold, List<Stock> queued, List<Stock> seats) {

    public static Catalog forOrders(int orders) {
        return new Catalog(
                stocks("hot", 3, Math.max(5, orders / 12), false),
                stocks("cold", 12, 10 * orders, false),
                stocks("queued", 4, Math.max(4, orders / 30), true),
                stocks("seat", Math.max(10, orders / 20), 1, true));
    }

    private static List<Stock> stocks(String name, int items, int onHand, boolean exclusive) {
        return IntStream.rangeClosed(1, items)
                .mapToObj(i -> new Stock(name + "-" + i, onHand, exclusive))
                .toList();
    }

    public List<Stock> all() {
        List<Stock> all = new ArrayList<>(hot);
        all.addAll(cold);
        all.addAll(queued);
        all.addAll(seats);
        return all;
    }

    public Set<String> skus() {
        return all().stream().map(Stock::sku).collect(Collectors.toSet());
    }
}
