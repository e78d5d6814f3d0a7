package dev.layeredsaga.inventory.claim;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Component;

/** Compares claims with how their sagas have ended, and publishes what differs. Thread-safe. */
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
