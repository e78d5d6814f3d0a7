package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.item.SemanticLock;
import dev.layeredsaga.inventory.queue.Overdue;
import dev.layeredsaga.inventory.queue.WaitQueue;
import dev.layeredsaga.inventory.sql.SqlArrays;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Repository;

/**
 * Queries on claims that need no entity. None of them waits for a lock. The time is read in a subquery, once: an expression that
 * may change from row to row cannot be looked up in an index.
 */
@Repository
class ClaimLookup {

    /**
     * Selects the items a section has to lock besides those wanted: those it may free, and those that the next waiters for them
     * want.
     */
    private static final String SKUS_TO_LOCK = """
            WITH freed AS (
              SELECT unnest(skus) AS sku FROM claim WHERE saga_id = ANY (?)
              UNION SELECT unnest(skus) FROM claim WHERE id = ANY (?)
              UNION SELECT unnest(skus) FROM claim
                WHERE state = 'HELD' AND expires_at <= (SELECT clock_timestamp()) AND skus && ?
              UNION SELECT sku FROM waiter_line WHERE saga_id = ANY (?)
            ), next AS (
              SELECT saga_id FROM waiter
              WHERE EXISTS (SELECT FROM waiter_line line JOIN freed USING (sku) WHERE line.saga_id = waiter.saga_id)
              ORDER BY position LIMIT ?
            )
            SELECT sku FROM freed UNION SELECT sku FROM waiter_line WHERE saga_id IN (SELECT saga_id FROM next)
            """;

    private static final String OVERDUE_ON = """
            SELECT id FROM claim WHERE state = 'HELD' AND expires_at <= ? AND skus && ? ORDER BY expires_at LIMIT ?
            """;

    private static final String OVERDUE = """
            SELECT id, expires_at FROM claim WHERE state = 'HELD' AND expires_at <= (SELECT clock_timestamp())
              AND (expires_at, id) > (?, ?)
            ORDER BY expires_at, id LIMIT ? FOR UPDATE SKIP LOCKED
            """;

    private static final String NEXT_TO_EXPIRE = """
            SELECT id, owner, created_at, expires_at FROM claim
            WHERE state = 'HELD' AND expires_at > ? AND ? = ANY (skus)
            ORDER BY expires_at LIMIT 1
            """;

    private static final String FIRST_LOCKED = """
            SELECT sku, lock_claim_id, lock_owner, locked_at, lock_expires_at, clock_timestamp() AS now
            FROM item JOIN unnest(?::text[], ?::int[]) AS wanted(sku, quantity) USING (sku)
            WHERE lock_expires_at > clock_timestamp() AND quantity <= on_hand
            ORDER BY sku COLLATE "C" LIMIT 1
            """;

    private final JdbcOperations jdbc;

    ClaimLookup(JdbcOperations jdbc) {
        this.jdbc = jdbc;
    }

    SortedSet<String> skusToLock(ClaimScope scope) {
        SortedSet<String> skus = new TreeSet<>(scope.skus());
        skus.addAll(jdbc.query(
                SKUS_TO_LOCK,
                statement -> {
                    statement.setArray(1, SqlArrays.uuids(statement, scope.sagaIds()));
                    statement.setArray(2, SqlArrays.uuids(statement, scope.claimIds()));
                    statement.setArray(3, SqlArrays.texts(statement, scope.skus()));
                    statement.setArray(4, SqlArrays.uuids(statement, scope.sagaIds()));
                    statement.setInt(5, WaitQueue.LOOK_AHEAD);
                },
                (row, number) -> row.getString("sku")));
        return skus;
    }

    /** Returns overdue claims on one of these items that still hold it. */
    List<UUID> overdueOn(Collection<String> skus, Instant now, int limit) {
        return jdbc.query(
                OVERDUE_ON,
                statement -> {
                    statement.setObject(1, now.atOffset(ZoneOffset.UTC));
                    statement.setArray(2, SqlArrays.texts(statement, skus));
                    statement.setInt(3, limit);
                },
                (row, number) -> row.getObject("id", UUID.class));
    }

    /** Returns overdue claims, oldest first, without those that another transaction is changing. */
    List<Overdue> overdue(@Nullable Overdue last, int limit) {
        Overdue before = last == null ? Overdue.NONE : last;
        return jdbc.query(
                OVERDUE,
                (row, number) -> new Overdue(row.getObject("id", UUID.class), instant(row, "expires_at")),
                before.since().atOffset(ZoneOffset.UTC),
                before.id(),
                limit);
    }

    /** Returns the live claim on the item that ends first. */
    Optional<SemanticLock> nextToExpireOn(String sku, Instant now) {
        return jdbc
                .query(
                        NEXT_TO_EXPIRE,
                        (row, number) -> new SemanticLock(
                                row.getObject("id", UUID.class),
                                row.getString("owner"),
                                instant(row, "created_at"),
                                instant(row, "expires_at")),
                        now.atOffset(ZoneOffset.UTC),
                        sku)
                .stream()
                .findFirst();
    }

    /** Returns the first of the items, by sku, that has enough stock but is locked. */
    Optional<Refusal.Busy> firstLocked(SortedMap<String, Integer> quantities) {
        return jdbc
                .query(
                        FIRST_LOCKED,
                        statement -> {
                            statement.setArray(1, SqlArrays.texts(statement, quantities.keySet()));
                            statement.setArray(2, SqlArrays.ints(statement, quantities.values()));
                        },
                        (row, number) -> busy(row))
                .stream()
                .findFirst();
    }

    private static Refusal.Busy busy(ResultSet row) throws SQLException {
        SemanticLock lock = new SemanticLock(
                row.getObject("lock_claim_id", UUID.class),
                row.getString("lock_owner"),
                instant(row, "locked_at"),
                instant(row, "lock_expires_at"));
        return Refusal.Busy.with(row.getString("sku"), lock, instant(row, "now"));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
