package dev.layeredsaga.testbed.demo;

import java.util.List;

/** The demonstration's outcome. */
public record DemoResult(List<OrderResult> orders, List<StockResult> stock) {

    /** True if every order ended as it should, and stock and money say the same. */
    public boolean isAsExpected() {
        return orders.stream().allMatch(OrderResult::isAsExpected)
                && stock.stream().allMatch(StockResult::isAsExpected);
    }

    /** The result as text tables for a terminal of 100 columns. */
    public String inWords() {
        TextTable orderTable = new TextTable("order", "outcome", "steps", "took", "at gateway, KRW", "");
        orders.forEach(order -> orderTable.row(
                order.expected().story(),
                order.reason().isEmpty() ? order.status() : order.reason(),
                order.steps().inWords(),
                order.took().toMillis() + " ms",
                order.account().inWords(),
                mark(order.isAsExpected())));
        TextTable stockTable = new TextTable("stock", "before", "sold", "on hand", "reserved", "");
        stock.forEach(item -> stockTable.row(
                item.article().sku(),
                Integer.toString(item.article().onHand()),
                Integer.toString(item.sold()),
                Integer.toString(item.onHand()),
                Integer.toString(item.reserved()),
                mark(item.isAsExpected())));
        return orderTable + System.lineSeparator() + stockTable;
    }

    private static String mark(boolean asExpected) {
        return asExpected ? "" : "WRONG";
    }
}
