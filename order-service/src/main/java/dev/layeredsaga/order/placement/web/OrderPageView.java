package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.order.placement.OrderPage;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** @param next the value of {@code after} for the next page; absent on the last one */
record OrderPageView(List<OrderView> orders, @Nullable UUID next) {

    static OrderPageView of(OrderPage page) {
        return new OrderPageView(page.orders().stream().map(OrderView::of).toList(), page.next());
    }
}
