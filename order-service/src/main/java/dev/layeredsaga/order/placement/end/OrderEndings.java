package dev.layeredsaga.order.placement.end;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.saga.Reason;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Ends orders as their sagas have ended, in one statement that reads no order. Thread-safe. */
@Component
class OrderEndings {

    /**
     * The first ending counts. A token without further use is not kept. The status is compared in a way that no index serves: the index
     * of pending orders is full of ended ones between two vacuums.
     */
    private static final String END = """
            UPDATE customer_order
            SET status = ending.status, held_claim = NULL, updated_at = ?, version = version + 1,
              reason = CASE WHEN code IS NOT NULL THEN jsonb_strip_nulls(
                jsonb_build_object('code', code, 'message', message, 'sku', sku, 'retryAfterSeconds', seconds,
                'lockedAt', locked_at, 'lockExpiresAt', lock_expires_at)) END
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::int[], ?::text[], ?::text[])
              AS ending (id, status, code, message, sku, seconds, locked_at, lock_expires_at)
            WHERE customer_order.id = ending.id AND customer_order.status IS NOT DISTINCT FROM 'PENDING'
            RETURNING customer_order.id, placed_at, total_amount, currency
            """;

    private final JdbcTemplate jdbc;
    private final Clock clock;

    OrderEndings(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** An order that has just ended, its total, and the time since its placement. */
    record EndedOrder(UUID id, OrderEnding ending, Money total, Duration duration) {}

    /** Ends those of the orders that are pending, in the current transaction, and returns them. */
    List<EndedOrder> apply(Map<UUID, OrderEnding> endings) {
        if (endings.isEmpty()) {
            return List.of();
        }
        Instant now = clock.instant();
        // sorted, so that two instances with overlapping polls lock in the same order
        UUID[] ids = endings.keySet().stream().sorted().toArray(UUID[]::new);
        List<OrderEnding> inOrder =
                Arrays.stream(ids).map(id -> endingOf(id, endings)).toList();
        return jdbc.query(
                END,
                (row, number) -> ended(row, now, endings),
                now.atOffset(ZoneOffset.UTC),
                ids,
                inOrder.stream().map(ending -> ending.status().name()).toArray(String[]::new),
                column(inOrder, reason -> reason.code().name()).toArray(String[]::new),
                column(inOrder, Reason::message).toArray(String[]::new),
                column(inOrder, Reason::sku).toArray(String[]::new),
                column(inOrder, Reason::retryAfterSeconds).toArray(Integer[]::new),
                column(inOrder, Reason::lockedAt).map(OrderEndings::text).toArray(String[]::new),
                column(inOrder, Reason::lockExpiresAt).map(OrderEndings::text).toArray(String[]::new));
    }

    private static <T> Stream<@Nullable T> column(
            List<OrderEnding> endings, Function<Reason, ? extends @Nullable T> value) {
        return endings.stream().map(ending -> ending.reason() == null ? null : value.apply(ending.reason()));
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }

    private static EndedOrder ended(ResultSet row, Instant now, Map<UUID, OrderEnding> endings) throws SQLException {
        UUID id = row.getObject("id", UUID.class);
        Duration duration = Duration.between(row.getTimestamp("placed_at").toInstant(), now);
        return new EndedOrder(id, endingOf(id, endings), totalIn(row), duration);
    }

    static Money totalIn(ResultSet order) throws SQLException {
        return new Money(order.getLong("total_amount"), order.getString("currency"));
    }

    private static OrderEnding endingOf(UUID id, Map<UUID, OrderEnding> endings) {
        return Objects.requireNonNull(endings.get(id));
    }
}
