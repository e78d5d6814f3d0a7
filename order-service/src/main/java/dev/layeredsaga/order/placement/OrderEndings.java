package dev.layeredsaga.order.placement;

import dev.layeredsaga.messaging.envelope.MessageJson;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Ends orders as their sagas have ended, in one statement that reads no order. Thread-safe. */
@Component
class OrderEndings {

    /**
     * The first ending counts. A token without further use is not kept. The status is compared in a way that no index serves: the index
     * of pending orders is full of ended ones between two vacuums.
     */
    private static final String END = """
            UPDATE customer_order
            SET status = ending.status, reason = ending.reason::jsonb, held_claim = NULL, updated_at = ?, version = version + 1
            FROM unnest(?::uuid[], ?::text[], ?::text[]) AS ending (id, status, reason)
            WHERE customer_order.id = ending.id AND customer_order.status IS NOT DISTINCT FROM 'PENDING'
            RETURNING customer_order.id, placed_at
            """;

    private final JdbcTemplate jdbc;
    private final OrderClock clock;
    private final JsonMapper json = MessageJson.mapper();

    OrderEndings(JdbcTemplate jdbc, OrderClock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** An order that has just ended, and the time since its placement. */
    record EndedOrder(UUID id, OrderEnding ending, Duration duration) {}

    /** Ends those of the orders that are pending, in the current transaction, and returns them. */
    List<EndedOrder> apply(Map<UUID, OrderEnding> endings) {
        if (endings.isEmpty()) {
            return List.of();
        }
        Instant now = clock.now();
        // sorted, so that two instances with overlapping polls lock in the same order
        UUID[] ids = endings.keySet().stream().sorted().toArray(UUID[]::new);
        String[] statuses = new String[ids.length];
        @Nullable String[] reasons = new String[ids.length];
        for (int i = 0; i < ids.length; i++) {
            OrderEnding ending = endingOf(ids[i], endings);
            statuses[i] = ending.status().name();
            reasons[i] = ending.reason() == null ? null : json.writeValueAsString(ending.reason());
        }
        return jdbc.query(
                END,
                (row, number) -> ended(row.getObject("id", UUID.class), row.getTimestamp("placed_at"), now, endings),
                now.atOffset(ZoneOffset.UTC),
                ids,
                statuses,
                reasons);
    }

    private static EndedOrder ended(UUID id, Timestamp placedAt, Instant now, Map<UUID, OrderEnding> endings) {
        return new EndedOrder(id, endingOf(id, endings), Duration.between(placedAt.toInstant(), now));
    }

    private static OrderEnding endingOf(UUID id, Map<UUID, OrderEnding> endings) {
        return Objects.requireNonNull(endings.get(id));
    }
}
