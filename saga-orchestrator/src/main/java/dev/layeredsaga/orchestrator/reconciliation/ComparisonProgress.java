package dev.layeredsaga.orchestrator.reconciliation;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The position that each comparison has reached. Thread-safe. */
@Component
class ComparisonProgress {

    private static final String LOCK =
            "SELECT position FROM reconciliation_progress WHERE name = ? FOR UPDATE SKIP LOCKED";

    private static final String GO_BACK =
            "UPDATE reconciliation_progress SET position = LEAST(position, ?) WHERE name = ?";

    private final JdbcTemplate jdbc;

    ComparisonProgress(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Locks a position until the transaction ends, and returns it; empty while another instance has it. */
    Optional<Timestamp> lock(String name) {
        List<Timestamp> position = jdbc.query(LOCK, (row, number) -> row.getTimestamp("position"), name);
        return position.stream().findFirst();
    }

    /** Has all that lies after that time compared again. */
    void goBackTo(Instant time, String name) {
        jdbc.update(GO_BACK, Timestamp.from(time), name);
    }
}
