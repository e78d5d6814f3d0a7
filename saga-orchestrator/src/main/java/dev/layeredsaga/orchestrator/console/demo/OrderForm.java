package dev.layeredsaga.orchestrator.console.demo;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The form of demo orders as it was filled in.
 *
 * @param orders how many such orders to place
 */
record OrderForm(
        @Nullable String sku,
        @Nullable String quantity,
        @Nullable String paymentMethod,
        @Nullable String onBusy,
        @Nullable String orders) {

    private static final String CUSTOMER = "demo";
    private static final int MOST_ORDERS = 20;

    /** Returns the number of orders; zero if it is none from 1 to 20. */
    int count() {
        return number(orders, MOST_ORDERS);
    }

    /** Returns the order for the order API, which checks the rest. */
    Map<String, Object> body() {
        return Map.of(
                "customerId",
                CUSTOMER,
                "lines",
                List.of(Map.of("sku", text(sku), "quantity", number(quantity, Integer.MAX_VALUE))),
                "paymentMethod",
                text(paymentMethod),
                "onBusy",
                text(onBusy));
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    private static int number(@Nullable String value, int most) {
        try {
            int number = Integer.parseInt(text(value).strip());
            return number < 1 || number > most ? 0 : number;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
