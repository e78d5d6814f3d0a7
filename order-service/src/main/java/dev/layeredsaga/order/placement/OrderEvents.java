package dev.layeredsaga.order.placement;

import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Stores the events that the orders' sagas have published so far. Thread-safe. */
@Component
public final class OrderEvents {

    private static final String ADD = """
            INSERT INTO order_event (order_id, sequence, type, data)
            SELECT told.* FROM unnest(?::uuid[], ?::bigint[], ?::text[], ?::text[]) AS told (order_id, sequence, type, data)
            WHERE EXISTS (SELECT FROM customer_order WHERE customer_order.id = told.order_id AND erased_at IS NULL)
            ON CONFLICT DO NOTHING
            """;

    private final JdbcTemplate jdbc;

    OrderEvents(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Adds, in one statement and the current transaction, the new events; skips those of unknown orders and of erased customers. */
    public void add(Collection<OrderEvent> events) {
        jdbc.update(
                ADD,
                events.stream().map(OrderEvent::orderId).toArray(UUID[]::new),
                events.stream().map(OrderEvent::sequence).toArray(Long[]::new),
                events.stream().map(OrderEvent::type).toArray(String[]::new),
                events.stream().map(OrderEvent::data).toArray(String[]::new));
    }

    /** Returns an order's events after the given sequence, in order. */
    public List<OrderEvent> after(UUID orderId, long sequence) {
        return jdbc.query(
                "SELECT sequence, type, data FROM order_event WHERE order_id = ? AND sequence > ? ORDER BY sequence",
                (row, number) ->
                        new OrderEvent(orderId, row.getLong("sequence"), row.getString("type"), row.getString("data")),
                orderId,
                sequence);
    }
}
