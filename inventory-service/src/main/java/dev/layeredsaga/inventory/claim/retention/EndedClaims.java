package dev.layeredsaga.inventory.claim.retention;

import dev.layeredsaga.inventory.claim.ClaimIds;
import dev.layeredsaga.messaging.time.DatabaseClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Repository;

/**
 * Removes ended claims and tombstones. They are found by id, which begins with the time of creation, so that
 * ending a claim needs no write to a further index.
 */
@Repository
class EndedClaims {

    private static final String REMOVE = """
            WITH ended AS (
              SELECT id FROM claim WHERE id < ? AND state <> 'HELD' AND expires_at < ?
              ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED
            )
            DELETE FROM claim USING ended WHERE claim.id = ended.id
            """;

    private final JdbcOperations jdbc;
    private final DatabaseClock clock;

    EndedClaims(JdbcOperations jdbc, DatabaseClock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /**
     * Removes up to {@code limit} claims whose time ended longer ago than {@code age}, oldest first, without those that another
     * transaction has locked.
     *
     * @return the number of removed claims
     */
    int removeOlderThan(Duration age, int limit) {
        Instant before = clock.now().minus(age);
        return jdbc.update(REMOVE, ClaimIds.firstOf(before), before.atOffset(ZoneOffset.UTC), limit);
    }
}
