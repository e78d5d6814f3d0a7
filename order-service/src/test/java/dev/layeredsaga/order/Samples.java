package dev.layeredsaga.order;

import java.util.UUID;

/** Valid requests, and names that no other test uses. */
final class Samples {

    private Samples() {}

    static String unique(String prefix) {
        return prefix + "-" + UUID.randomUUID();
    }

    static String product(long amount, String currency) {
        return """
                {"name": "A thing", "unitPrice": {"amount": %d, "currency": "%s"}}""".formatted(amount, currency);
    }

    /** Puts a product on sale and returns its sku. */
    static String product(Api api, long amount, String currency) {
        String sku = unique("thing");
        api.put("/products/" + sku, product(amount, currency));
        return sku;
    }

    static String order(String customer, String sku, int quantity) {
        return """
                {"customerId": "%s", "lines": [{"sku": "%s", "quantity": %d}], "paymentMethod": "pm_ok"}""".formatted(customer, sku, quantity);
    }

    /** Places an order for one thing and returns its id. */
    static UUID placedOrder(Api api) {
        return api.order(order("mina", product(api, 1990, "KRW"), 1), unique("key"))
                .orderId();
    }
}
