package dev.layeredsaga.inventory.queue;

import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.time.DatabaseClock;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Repository;

/** The wait queue in the database. */
@Repository
public class WaiterTable implements WaitQueue {

    private static final String JOIN = """
            WITH added AS (
              INSERT INTO waiter (saga_id, step, attempt, proof, ttl_millis, since, gives_up_at, trace_parent)
              VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING saga_id
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
            WHERE position > ? AND EXISTS (SELECT FROM waiter_line line WHERE line.saga_id = waiter.saga_id AND line.sku = ANY (?))
            ORDER BY position LIMIT ?
            """;

    private static final String TIMED_OUT = """
            SELECT saga_id FROM waiter
            WHERE gives_up_at <= (SELECT clock_timestamp()) AND saga_id <> ALL (?)
            ORDER BY gives_up_at, saga_id LIMIT ?
            """;

    private static final String NO_LONGER_KEPT = """
            SELECT DISTINCT sku FROM waiter_line JOIN item USING (sku)
            WHERE waiting > 1 AND sku > ? AND sku <> ALL (?) AND saga_id IN (
              SELECT saga_id FROM waiter
              WHERE since <= (SELECT clock_timestamp()) - ? * interval '1 ms'
                AND since > (SELECT clock_timestamp()) - ? * interval '1 ms')
            ORDER BY sku LIMIT ?
            """;

    private final JdbcOperations jdbc;
    private final Timeouts timeouts;

    WaiterTable(JdbcOperations jdbc, Timeouts timeouts) {
        this.timeouts = timeouts;
        this.jdbc = jdbc;
    }

    @Override
    public void join(Waiter waiter) {
        jdbc.update(
                JOIN,
                waiter.sagaId(),
                waiter.request().step(),
                waiter.request().attempt(),
                waiter.request().proof(),
                waiter.ttl().toMillis(),
                waiter.since().atOffset(ZoneOffset.UTC),
                waiter.givesUpAt().atOffset(ZoneOffset.UTC),
                waiter.request().trace(),
                waiter.quantities().keySet().toArray(String[]::new),
                waiter.quantities().values().toArray(Integer[]::new));
        // others may have to be served before it gives up
        AfterCommit.run(timeouts::now);
    }

    @Override
    public void askedAgain(Waiter waiter, Waiter.Request request) {
        int changed = jdbc.update(
                "UPDATE waiter SET step = ?, attempt = ?, proof = ?, trace_parent = ?, version = version + 1"
                        + " WHERE saga_id = ? AND version = ?",
                request.step(),
                request.attempt(),
                request.proof(),
                request.trace(),
                waiter.sagaId(),
                waiter.version());
        requireChanged(waiter, changed);
    }

    @Override
    public void leave(Waiter waiter) {
        int changed =
                jdbc.update("DELETE FROM waiter WHERE saga_id = ? AND version = ?", waiter.sagaId(), waiter.version());
        requireChanged(waiter, changed);
    }

    private static void requireChanged(Waiter waiter, int rows) {
        if (rows != 1) {
            throw new OptimisticLockingFailureException(
                    "waiter %s has changed since it was read".formatted(waiter.sagaId()));
        }
    }

    @Override
    public Optional<Waiter> find(UUID sagaId) {
        return jdbc.query(WAITERS + "WHERE saga_id = ?", (row, number) -> waiter(row), sagaId).stream()
                .findFirst();
    }

    @Override
    public List<Waiter> behind(long position, Collection<String> skus, int limit) {
        return jdbc.query(NEXT, (row, number) -> waiter(row), position, skus.toArray(String[]::new), limit);
    }

    @Override
    public boolean needsMoreThan(int available, String sku, Instant joinedAfter, long upTo) {
        return Boolean.TRUE.equals(jdbc.queryForObject(
                "SELECT EXISTS (SELECT FROM waiter_line line JOIN waiter USING (saga_id)"
                        + " WHERE sku = ? AND quantity > ? AND since > ? AND position <= ?)",
                Boolean.class,
                sku,
                available,
                joinedAfter.atOffset(ZoneOffset.UTC),
                upTo));
    }

    /** Returns items that have waiters left to serve, without those named, longest waiting first; up to the limit. */
    public List<String> partlyServed(Collection<String> except, int limit) {
        return jdbc.query(
                "SELECT sku FROM item WHERE served_up_to IS NOT NULL AND sku <> ALL (?)"
                        + " ORDER BY served_up_to LIMIT ?",
                (row, number) -> row.getString("sku"),
                except.toArray(String[]::new),
                limit);
    }

    /** Returns the position behind which the item has waiters left to serve. */
    public Optional<Long> servedUpTo(String sku) {
        return jdbc
                .query(
                        "SELECT served_up_to FROM item WHERE sku = ? AND served_up_to IS NOT NULL",
                        (row, number) -> row.getLong("served_up_to"),
                        sku)
                .stream()
                .findFirst();
    }

    /**
     * Returns the items for which one of several waiters has ceased to keep stock, at most {@code lookBack} ago, without those named;
     * in the order of their sku, after that sku, up to the limit.
     */
    public List<String> noLongerKept(
            Duration keptFor, Duration lookBack, String after, Collection<String> except, int limit) {
        return jdbc.query(
                NO_LONGER_KEPT,
                (row, number) -> row.getString("sku"),
                after,
                except.toArray(String[]::new),
                keptFor.toMillis(),
                keptFor.plus(lookBack).toMillis(),
                limit);
    }

    /** Returns the sagas whose timeout has passed, without those named, longest ago first. */
    public List<UUID> timedOut(Collection<UUID> except, int limit) {
        return jdbc.query(
                TIMED_OUT, (row, number) -> row.getObject("saga_id", UUID.class), except.toArray(UUID[]::new), limit);
    }

    /** Returns the time until the first waiter's timeout, zero if it has passed; {@link DatabaseClock#NOT_KNOWN} if there is no waiter. */
    public Duration untilFirstGivesUp() {
        return DatabaseClock.until(jdbc, "min(gives_up_at) FROM waiter");
    }

    private static Waiter waiter(ResultSet row) throws SQLException {
        return new Waiter(
                row.getObject("saga_id", UUID.class),
                quantities(row.getArray("skus"), row.getArray("quantities")),
                Duration.ofMillis(row.getLong("ttl_millis")),
                new Waiter.Request(
                        row.getString("step"),
                        row.getInt("attempt"),
                        row.getString("proof"),
                        row.getString("trace_parent")),
                row.getTimestamp("since").toInstant(),
                row.getTimestamp("gives_up_at").toInstant(),
                row.getLong("position"),
                row.getLong("version"));
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
}
