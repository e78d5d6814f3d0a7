package dev.layeredsaga.order.placement.retention;

import dev.layeredsaga.messaging.time.DatabaseClock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/**
 * Removes orders that have ended, with their events. Finds them by the time of their placement, so that ending an order writes no
 * index. Thread-safe.
 */
@Repository
class EndedOrders {

    private static final String REMOVE = """
            WITH ended AS (
              SELECT id FROM customer_order WHERE placed_at < ? AND status <> 'PENDING' AND updated_at < ?
              ORDER BY placed_at, id LIMIT ? FOR UPDATE SKIP LOCKED
            ), without_events AS (
              DELETE FROM order_event USING ended WHERE order_event.order_id = ended.id
            )
            DELETE FROM customer_order USING ended WHERE customer_order.id = ended.id
            """;

    private final JdbcTemplate jdbc;
    private final DatabaseClock clock;

    EndedOrders(JdbcTemplate jdbc, DatabaseClock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /**
     * Removes up to {@code limit} orders that ended longer than {@code age} ago, oldest first; skips those that another transaction has
     * locked.
     *
     * @return the number of removed orders
     */
    int removeOlderThan(Duration age, int limit) {
        OffsetDateTime before = clock.now().minus(age).atOffset(ZoneOffset.UTC);
        return jdbc.update(REMOVE, before, before, limit);
    }
}
