package dev.layeredsaga.inventory.line;

import dev.layeredsaga.inventory.sql.SqlArrays;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Repository;

/**
 * The waiters in the database. Whoever changes a line also changes the items concerned, whose {@code @Version} keeps two such
 * changes apart. Every method works in the caller's transaction.
 */
@Repository
public class WaitingLine {

    /** How many of those at the head of a line are considered at a time. */
    public static final int LOOK_AHEAD = 20;

    private static final String JOIN = """
            WITH added AS (
              INSERT INTO waiter (saga_id, step, attempt, ttl_millis, since, gives_up_at, trace_parent)
              VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING saga_id
            )
            INSERT INTO waiter_line (saga_id, sku, quantity)
            SELECT saga_id, sku, quantity FROM added, unnest(?::text[], ?::int[]) AS wanted(sku, quantity)
            """;

    private static final String WAITERS = """
            SELECT waiter.*, (SELECT array_agg(sku ORDER BY sku) FROM waiter_line WHERE saga_id = waiter.saga_id) AS skus,
              (SELECT array_agg(quantity ORDER BY sku) FROM waiter_line WHERE saga_id = waiter.saga_id) AS quantities
            FROM waiter
            """;

    private static final String NEXT = WAITERS + """
            WHERE EXISTS (SELECT FROM waiter_line line WHERE line.saga_id = waiter.saga_id AND line.sku = ANY (?))
            ORDER BY position LIMIT ?
            """;

    private final JdbcOperations jdbc;

    WaitingLine(JdbcOperations jdbc) {
        this.jdbc = jdbc;
    }

    /** Puts the waiter at the end of the line. */
    public void join(Waiter waiter) {
        jdbc.update(JOIN, statement -> {
            statement.setObject(1, waiter.sagaId());
            statement.setString(2, waiter.request().step());
            statement.setInt(3, waiter.request().attempt());
            statement.setLong(4, waiter.ttl().toMillis());
            statement.setObject(5, waiter.since().atOffset(ZoneOffset.UTC));
            statement.setObject(6, waiter.givesUpAt().atOffset(ZoneOffset.UTC));
            statement.setString(7, waiter.request().trace());
            statement.setArray(8, SqlArrays.texts(statement, waiter.quantities().keySet()));
            statement.setArray(9, SqlArrays.ints(statement, waiter.quantities().values()));
        });
    }

    /** The answer will be to this request, and not to an earlier one; the waiter keeps its place. */
    public void askedAgain(UUID sagaId, Waiter.Request request) {
        jdbc.update(
                "UPDATE waiter SET step = ?, attempt = ?, trace_parent = ? WHERE saga_id = ?",
                request.step(),
                request.attempt(),
                request.trace(),
                sagaId);
    }

    public void leave(UUID sagaId) {
        jdbc.update("DELETE FROM waiter WHERE saga_id = ?", sagaId);
    }

    public Optional<Waiter> find(UUID sagaId) {
        return jdbc.query(WAITERS + "WHERE saga_id = ?", (row, number) -> waiter(row), sagaId).stream()
                .findFirst();
    }

    /** Those who wait for one of these items, first come first, up to the limit. */
    public List<Waiter> next(Collection<String> skus, int limit) {
        return jdbc.query(
                NEXT,
                statement -> {
                    statement.setArray(1, SqlArrays.texts(statement, skus));
                    statement.setInt(2, limit);
                },
                (row, number) -> waiter(row));
    }

    /** Whether someone in the item's line needs more of it than is available, and so has to come before others. */
    public boolean needsMoreThan(int available, String sku) {
        return Boolean.TRUE.equals(jdbc.queryForObject(
                "SELECT EXISTS (SELECT FROM waiter_line WHERE sku = ? AND quantity > ?)",
                Boolean.class,
                sku,
                available));
    }

    /** Those whose patience is over, up to the limit. */
    public List<UUID> outOfPatience(int limit) {
        return jdbc.query(
                "SELECT saga_id FROM waiter WHERE gives_up_at <= (SELECT clock_timestamp()) ORDER BY gives_up_at LIMIT ?",
                (row, number) -> row.getObject("saga_id", UUID.class),
                limit);
    }

    private static Waiter waiter(ResultSet row) throws SQLException {
        return new Waiter(
                row.getObject("saga_id", UUID.class),
                quantities(row.getArray("skus"), row.getArray("quantities")),
                Duration.ofMillis(row.getLong("ttl_millis")),
                new Waiter.Request(row.getString("step"), row.getInt("attempt"), row.getString("trace_parent")),
                instant(row, "since"),
                instant(row, "gives_up_at"));
    }

    private static SortedMap<String, Integer> quantities(Array skus, Array quantities) throws SQLException {
        String[] keys = (String[]) skus.getArray();
        Integer[] values = (Integer[]) quantities.getArray();
        SortedMap<String, Integer> bySku = new TreeMap<>();
        for (int i = 0; i < keys.length; i++) {
            bySku.put(keys[i], values[i]);
        }
        return bySku;
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
