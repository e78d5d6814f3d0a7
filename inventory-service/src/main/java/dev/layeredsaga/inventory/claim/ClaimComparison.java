package dev.layeredsaga.inventory.claim;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Component;

/** Compares claims with how their sagas have ended, and publishes what differs. Thread-safe. */
@Component
public class ClaimComparison {

    private static final String DIFFERENT = """
            SELECT ended.saga_id, claim.id, claim.created_at
            FROM unnest(?::uuid[]) AS ended(saga_id)
            LEFT JOIN claim ON claim.saga_id = ended.saga_id AND claim.state IN ('HELD', 'CONFIRMED')
            WHERE claim.state IS DISTINCT FROM ?
            """;

    private final JdbcOperations jdbc;
    private final ClaimEvents events;

    ClaimComparison(JdbcOperations jdbc, ClaimEvents events) {
        this.jdbc = jdbc;
        this.events = events;
    }

    /** Publishes, in the current transaction, those of the completed sagas whose claim is not sold. */
    public void areSold(Collection<UUID> completed) {
        jdbc.query(DIFFERENT, this::publish, completed.toArray(UUID[]::new), "CONFIRMED");
    }

    /** Publishes, in the current transaction, those of the undone sagas that have a claim. */
    public void areReleased(Collection<UUID> undone) {
        jdbc.query(DIFFERENT, this::publish, undone.toArray(UUID[]::new), null);
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
