package dev.layeredsaga.order.placement.follow;

import java.sql.Timestamp;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Stores the events that the orders' sagas have published so far. Thread-safe. */
@Component
public final class OrderEvents {

    private static final String ADD = """
            INSERT INTO order_event (order_id, sequence, type, occurred_at, data)
            SELECT * FROM unnest(?::uuid[], ?::bigint[], ?::text[], ?::timestamptz[], ?::text[])
            """;

    private final JdbcTemplate jdbc;
    private final AtomicBoolean sequenceTaken = new AtomicBoolean();

    OrderEvents(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Adds the events, in one statement and the current transaction, on the assumption that none of their sequences is stored. The inbox
     * keeps out what comes twice, and an orchestrator gives each sequence to one message. If it gives one to another message, as after a
     * restored backup, the transaction fails, and the next one, in which the consumer repeats the batch, skips such events.
     *
     * @throws DuplicateKeyException if a sequence is stored already
     */
    public void add(Collection<OrderEvent> events) {
        if (events.isEmpty()) {
            return;
        }
        String skip = sequenceTaken.getAndSet(false) ? "ON CONFLICT DO NOTHING" : "";
        try {
            jdbc.update(
                    ADD + skip,
                    events.stream().map(OrderEvent::orderId).toArray(UUID[]::new),
                    events.stream().map(OrderEvent::sequence).toArray(Long[]::new),
                    events.stream().map(OrderEvent::type).toArray(String[]::new),
                    events.stream().map(OrderEvents::occurredAt).toArray(String[]::new),
                    events.stream().map(OrderEvent::data).toArray(String[]::new));
        } catch (DuplicateKeyException e) {
            sequenceTaken.set(true);
            throw e;
        }
    }

    private static @Nullable String occurredAt(OrderEvent event) {
        return event.occurredAt() == null ? null : event.occurredAt().toString();
    }

    /** Returns an order's events after the given sequence, in order. */
    public List<OrderEvent> after(UUID orderId, long sequence) {
        return jdbc.query(
                "SELECT sequence, type, occurred_at, data FROM order_event WHERE order_id = ? AND sequence > ? ORDER BY sequence",
                (row, number) -> {
                    Timestamp time = row.getTimestamp("occurred_at");
                    return new OrderEvent(
                            orderId,
                            row.getLong("sequence"),
                            row.getString("type"),
                            time == null ? null : time.toInstant(),
                            row.getString("data"));
                },
                orderId,
                sequence);
    }
}
