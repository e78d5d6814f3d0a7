package dev.layeredsaga.orchestrator.reconciliation;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The position that each comparison has reached. Thread-safe. */
@Component
record ComparisonProgress(JdbcTemplate jdbc) {

    private static final String LOCK =
            "SELECT position FROM reconciliation_progress WHERE name = ? FOR UPDATE SKIP LOCKED";

    private static final String GO_BACK =
            "UPDATE reconciliation_progress SET position = LEAST(position, ?) WHERE name = ?";

    /** Locks a position until the transaction ends, and returns it; empty while another instance has it. */
    Optional<Instant> lock(String name) {
        return jdbc.query(LOCK, (row, number) -> row.getTimestamp("position").toInstant(), name).stream()
                .findFirst();
    }

    /** Moves a locked position on. */
    void reached(Instant position, String name) {
        jdbc.update("UPDATE reconciliation_progress SET position = ? WHERE name = ?", Timestamp.from(position), name);
    }

    /** Has all that lies after that time compared again. */
    void goBackTo(Instant time, String name) {
        jdbc.update(GO_BACK, Timestamp.from(time), name);
    }
}
