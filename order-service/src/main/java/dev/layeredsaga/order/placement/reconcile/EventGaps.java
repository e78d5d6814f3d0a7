package dev.layeredsaga.order.placement.reconcile;

import dev.layeredsaga.messaging.time.DatabaseClock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/**
 * Stores the orders whose events have gaps. Every order is verified once, in the order of placement;
 * only those that lack an event or have not ended by then get a row. All methods use the current transaction. Thread-safe.
 */
@Repository
class EventGaps {

    private static final String LOCK_VERIFICATION =
            "SELECT placed_at, through FROM order_event_verification FOR UPDATE SKIP LOCKED";

    private static final String VERIFY = """
            WITH batch AS (
              SELECT id, placed_at, status FROM customer_order
              WHERE (placed_at, id) > (?, ?) AND placed_at < ?
              ORDER BY placed_at, id LIMIT ?
            ), suspects AS (
              INSERT INTO order_event_gap (order_id, verify_at)
              SELECT id, clock_timestamp() FROM batch
              WHERE status = 'PENDING' OR (SELECT count(*) < max(sequence) FROM order_event WHERE order_id = batch.id)
              ON CONFLICT DO NOTHING
            ), progress AS (
              UPDATE order_event_verification SET placed_at = last.placed_at, through = last.id
              FROM (SELECT placed_at, id FROM batch ORDER BY placed_at DESC, id DESC LIMIT 1) AS last
            )
            SELECT count(*) FROM batch
            """;

    private static final String DUE = """
            SELECT order_id FROM order_event_gap WHERE verify_at <= (SELECT clock_timestamp()) AND order_id <> ALL (?)
            ORDER BY verify_at LIMIT ?
            """;

    private static final String LOCK = """
            SELECT order_id FROM order_event_gap WHERE order_id = ANY (?) AND verify_at <= clock_timestamp() FOR UPDATE SKIP LOCKED
            """;

    private static final String HISTORIES = """
            SELECT o.id, o.status = 'PENDING' AS open, (extract(epoch FROM clock_timestamp() - o.placed_at) * 1000)::bigint AS age_millis,
                   coalesce(max(sequence) FILTER (WHERE sequence = position), 0) AS contiguous, coalesce(max(sequence), 0) AS last,
                   coalesce(bool_or(type = 'CompensationStarted'), false) AS compensating
            FROM customer_order o LEFT JOIN (
              SELECT order_id, sequence, type, row_number() OVER (PARTITION BY order_id ORDER BY sequence) AS position
              FROM order_event WHERE order_id = ANY (?)
            ) AS numbered ON order_id = o.id
            WHERE o.id = ANY (?) AND erased_at IS NULL GROUP BY o.id
            """;

    private static final String POSTPONE = """
            UPDATE order_event_gap SET verify_at = clock_timestamp() + wait.millis * interval '1 millisecond'
            FROM unnest(?::uuid[], ?::bigint[]) AS wait (id, millis) WHERE order_id = wait.id
            """;

    private final JdbcTemplate jdbc;
    private final DatabaseClock clock;

    EventGaps(JdbcTemplate jdbc, DatabaseClock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /**
     * Verifies up to {@code limit} orders that were placed longer than {@code age} ago and have not been verified yet.
     *
     * @return the number of verified orders; 0 also while another instance verifies
     */
    int verify(Duration age, int limit) {
        List<Last> through = jdbc.query(
                LOCK_VERIFICATION,
                (row, number) -> new Last(
                        row.getObject("placed_at", OffsetDateTime.class), row.getObject("through", UUID.class)));
        if (through.isEmpty()) {
            return 0;
        }
        Last last = through.getFirst();
        OffsetDateTime end = clock.now().minus(age).atOffset(ZoneOffset.UTC);
        Integer verified = jdbc.queryForObject(VERIFY, Integer.class, last.placedAt(), last.id(), end, limit);
        return verified == null ? 0 : verified;
    }

    /** The last order that has been verified. */
    private record Last(OffsetDateTime placedAt, UUID id) {}

    /** Returns up to {@code limit} orders due for another verification, without those named. */
    List<UUID> due(int limit, Collection<UUID> except) {
        return jdbc.query(
                DUE, (row, number) -> row.getObject("order_id", UUID.class), except.toArray(UUID[]::new), limit);
    }

    /** Returns the time until an order is due for another verification. */
    Duration untilNext() {
        return DatabaseClock.until(jdbc, "min(verify_at) FROM order_event_gap");
    }

    /** Locks those of the orders that are still due until the transaction ends, and returns them. */
    List<UUID> lock(Collection<UUID> orders) {
        return jdbc.query(
                LOCK, (row, number) -> row.getObject("order_id", UUID.class), (Object) orders.toArray(UUID[]::new));
    }

    /**
     * Summary of an order's stored events.
     *
     * @param contiguous the last event before the first gap; 0 if there is none
     * @param last the last event
     * @param isCompensating true if the saga has begun to compensate
     */
    record History(UUID orderId, boolean isOpen, Duration age, long contiguous, long last, boolean isCompensating) {

        boolean isComplete() {
            return !isOpen && contiguous == last;
        }
    }

    /** Returns the histories of the orders that still exist and are not erased. */
    List<History> histories(Collection<UUID> orders) {
        UUID[] ids = orders.toArray(UUID[]::new);
        return jdbc.query(
                HISTORIES,
                (row, number) -> new History(
                        row.getObject("id", UUID.class),
                        row.getBoolean("open"),
                        Duration.ofMillis(row.getLong("age_millis")),
                        row.getLong("contiguous"),
                        row.getLong("last"),
                        row.getBoolean("compensating")),
                ids,
                ids);
    }

    /** Schedules the next verification of each order after the given time. */
    void postpone(Map<UUID, Duration> waits) {
        jdbc.update(
                POSTPONE,
                waits.keySet().toArray(UUID[]::new),
                waits.values().stream().map(Duration::toMillis).toArray(Long[]::new));
    }

    void remove(Collection<UUID> orders) {
        jdbc.update("DELETE FROM order_event_gap WHERE order_id = ANY (?)", (Object) orders.toArray(UUID[]::new));
    }
}
