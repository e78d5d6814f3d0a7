package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.claim.command.ClaimScope;
import dev.layeredsaga.inventory.queue.WaitQueue;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Repository;

/**
 * Finds what a section has to lock, without waiting for a lock. The time is read in a subquery, once: an expression that may change from
 * row to row cannot be looked up in an index.
 */
@Repository
public class ClaimLookup {

    /**
     * Selects the items a section has to lock besides those wanted: those it may free, and those that the next waiters for them
     * want.
     */
    private static final String SKUS_TO_LOCK = """
            WITH freed AS (
              SELECT unnest(skus) AS sku FROM claim WHERE saga_id = ANY (?)
              UNION SELECT unnest(skus) FROM claim WHERE id = ANY (?)
              UNION SELECT unnest(skus) FROM claim
                WHERE state = 'HELD' AND expires_at <= (SELECT clock_timestamp()) AND skus && ?::text[]
              UNION SELECT sku FROM waiter_line WHERE saga_id = ANY (?)
            ), next AS (
              SELECT saga_id FROM waiter
              WHERE EXISTS (SELECT FROM waiter_line line JOIN freed USING (sku) WHERE line.saga_id = waiter.saga_id)
              ORDER BY position LIMIT ?
            )
            SELECT sku FROM freed UNION SELECT sku FROM waiter_line WHERE saga_id IN (SELECT saga_id FROM next)
            """;

    private final JdbcOperations jdbc;

    ClaimLookup(JdbcOperations jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns the items that the commands and the waiters to serve concern. */
    public SortedSet<String> skusToLock(ClaimScope scope) {
        UUID[] sagaIds = scope.sagaIds().toArray(UUID[]::new);
        int waiters = Math.min(WaitQueue.LOOK_AHEAD, scope.mostServed());
        SortedSet<String> skus = new TreeSet<>(scope.skus());
        skus.addAll(jdbc.query(
                SKUS_TO_LOCK,
                (row, number) -> row.getString("sku"),
                sagaIds,
                scope.claimIds().toArray(UUID[]::new),
                scope.skus().toArray(String[]::new),
                sagaIds,
                waiters));
        return skus;
    }
}
