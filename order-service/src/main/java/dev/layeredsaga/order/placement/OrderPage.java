package dev.layeredsaga.order.placement;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** @param next the value of {@code after} for the next page; null if this is the last one */
public record OrderPage(
        List<CustomerOrder> orders, @Nullable UUID next) {

    /** @param found up to {@code limit} orders and one more, which shows that there is a next page */
    static OrderPage of(List<CustomerOrder> found, int limit) {
        if (found.size() <= limit) {
            return new OrderPage(found, null);
        }
        return new OrderPage(found.subList(0, limit), found.get(limit - 1).id());
    }
}
