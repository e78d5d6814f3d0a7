package dev.layeredsaga.testbed.demo;

import static dev.layeredsaga.testbed.demo.DemoOrder.confirmed;
import static dev.layeredsaga.testbed.demo.DemoOrder.rejected;

import java.util.List;
import java.util.Map;

/** The demonstration's articles and orders. */
final class DemoShop {

    /** Something on sale. */
    record Article(String sku, String name, long price, int onHand, String policy) {}

    static final List<Article> ARTICLES = List.of(
            new Article("book", "A book", 18_000, 20, "COUNTED"),
            new Article("mug", "A mug", 12_000, 20, "COUNTED"),
            new Article("poster", "The last poster", 9_000, 1, "COUNTED"),
            new Article("seat-A1", "Seat A1", 55_000, 1, "EXCLUSIVE"),
            new Article("seat-B2", "Seat B2", 55_000, 1, "EXCLUSIVE"),
            new Article("seat-C3", "Seat C3", 55_000, 1, "EXCLUSIVE"),
            new Article("seat-C4", "Seat C4", 55_000, 1, "EXCLUSIVE"),
            new Article("guide", "An hour with the guide", 30_000, 8, "EXCLUSIVE"));

    static final List<DemoOrder> ORDERS = List.of(
            confirmed("one line", Map.of("book", 1), "pm_ok"),
            confirmed("several lines", Map.of("book", 2, "mug", 1, "seat-A1", 1), "pm_ok"),
            rejected("more than there is", Map.of("poster", 2), "pm_ok", "OUT_OF_STOCK"),
            confirmed("a seat, paid slowly", Map.of("seat-B2", 1), "pm_slow_then_ok"),
            rejected("same seat meanwhile", Map.of("seat-B2", 1), "pm_ok", "RESOURCE_BUSY")
                    .onceHeld("seat-B2"),
            confirmed("an hour, paid slowly", Map.of("guide", 1), "pm_slow_then_ok"),
            confirmed("the next hour, queued", Map.of("guide", 1), "pm_ok")
                    .onceHeld("guide")
                    .inLine(),
            confirmed("two seats, held first", Map.of("seat-C3", 1, "seat-C4", 1), "pm_ok")
                    .ofWhatWasHeld(),
            rejected("card declined", Map.of("mug", 1), "pm_declined_insufficient_funds", "PAYMENT_DECLINED"),
            confirmed("gateway fails twice", Map.of("mug", 2), "pm_fail_n_then_ok"),
            confirmed("captured, answer lost", Map.of("book", 3), "pm_charged_response_lost"));

    private DemoShop() {}

    static long priceOf(DemoOrder order) {
        return order.lines().entrySet().stream()
                .mapToLong(line -> article(line.getKey()).price() * line.getValue())
                .sum();
    }

    static Article article(String sku) {
        return ARTICLES.stream()
                .filter(each -> each.sku().equals(sku))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the sku's quantity in the orders expected to be confirmed. */
    static int soldOf(String sku) {
        return ORDERS.stream()
                .filter(order -> order.expectedReason() == null)
                .mapToInt(order -> order.lines().getOrDefault(sku, 0))
                .sum();
    }
}
