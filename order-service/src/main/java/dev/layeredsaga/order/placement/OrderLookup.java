package dev.layeredsaga.order.placement;

import java.util.Optional;
import java.util.UUID;
import org.springframework.data.domain.Sort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;

/** Finds orders. */
@Service
public final class OrderLookup {

    private static final Sort NEWEST_FIRST = Sort.by(Sort.Direction.DESC, "id");

    private static final String HAS_ENDED = "SELECT status <> 'PENDING' FROM customer_order WHERE id = ?";

    private final CustomerOrders orders;
    private final JdbcTemplate jdbc;

    OrderLookup(CustomerOrders orders, JdbcTemplate jdbc) {
        this.orders = orders;
        this.jdbc = jdbc;
    }

    public Optional<CustomerOrder> find(UUID id) {
        return orders.findById(id);
    }

    /** Returns true if there is such an order and it has ended. One statement without a transaction: waiting requests ask several times. */
    boolean hasEnded(UUID id) {
        return jdbc.queryForList(HAS_ENDED, Boolean.class, id).contains(true);
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
