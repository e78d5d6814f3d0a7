package dev.layeredsaga.inventory.claim;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Component;

/** Compares claims with what has become of their sagas. Thread-safe. */
@Component
public class ClaimVerification {

    private static final String DIFFERENT = """
            SELECT ended.saga_id, claim.id, claim.created_at
            FROM (
              SELECT saga_id, 'CONFIRMED' AS state FROM unnest(?::uuid[]) AS completed (saga_id)
              UNION ALL SELECT saga_id, NULL FROM unnest(?::uuid[]) AS compensated (saga_id)
            ) AS ended
            LEFT JOIN claim ON claim.saga_id = ended.saga_id AND claim.state IN ('HELD', 'CONFIRMED')
            WHERE claim.state IS DISTINCT FROM ended.state
            """;

    /** Once a day is enough: claims are kept for longer after they would have expired. */
    private static final String KEEP = """
            UPDATE claim SET expires_at = clock_timestamp(), version = version + 1
            WHERE saga_id = ANY (?) AND state = 'CONFIRMED' AND expires_at < clock_timestamp() - interval '1 day'
            """;

    private final JdbcOperations jdbc;
    private final ClaimEvents events;

    ClaimVerification(JdbcOperations jdbc, ClaimEvents events) {
        this.jdbc = jdbc;
        this.events = events;
    }

    /** Publishes, in the current transaction, those of the completed sagas whose claim is not sold, and of the compensated that have one. */
    public void verify(Collection<UUID> completed, Collection<UUID> compensated) {
        jdbc.query(DIFFERENT, this::publish, completed.toArray(UUID[]::new), compensated.toArray(UUID[]::new));
    }

    /** Keeps the claims that are sold to these sagas from being removed with the old ones. */
    public void keep(Collection<UUID> unfinished) {
        if (!unfinished.isEmpty()) {
            jdbc.update(KEEP, (Object) unfinished.toArray(UUID[]::new));
        }
    }

    private void publish(ResultSet row) throws SQLException {
        UUID saga = row.getObject("saga_id", UUID.class);
        UUID claim = row.getObject("id", UUID.class);
        if (claim == null) {
            events.missing(saga);
        } else {
            events.unsettled(claim, saga, row.getTimestamp("created_at").toInstant());
        }
    }
}
