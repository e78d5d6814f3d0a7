package dev.layeredsaga.order.placement;

import java.util.Optional;
import java.util.UUID;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Service;

/** Finds orders. */
@Service
public final class OrderLookup {

    private static final Sort NEWEST_FIRST = Sort.by(Sort.Direction.DESC, "id");

    private final CustomerOrders orders;

    OrderLookup(CustomerOrders orders) {
        this.orders = orders;
    }

    public Optional<CustomerOrder> find(UUID id) {
        return orders.findById(id);
    }

    /** Returns up to {@code limit} orders, newest first. */
    public OrderPage list(OrderFilter filter, int limit) {
        return OrderPage.of(
                orders.findBy(
                        filter.specification(),
                        matching ->
                                matching.sortBy(NEWEST_FIRST).limit(limit + 1).all()),
                limit);
    }
}
