package dev.layeredsaga.orchestrator.engine;

import java.sql.Timestamp;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;

/** What operators read: every attempt at every step and how it ended, and every action of an operator. Append-only. */
public final class SagaHistory {

    private final JdbcTemplate jdbc;

    public SagaHistory(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Writes the attempts in one batch, in the caller's transaction. */
    void add(List<EndedAttempt> attempts) {
        jdbc.batchUpdate("""
                INSERT INTO saga_attempt (saga_id, step, direction, attempt, sent_at, ended_at, result, detail)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """, attempts, attempts.size(), (statement, attempt) -> {
            statement.setObject(1, attempt.sagaId());
            statement.setString(2, attempt.step());
            statement.setString(3, attempt.direction().name());
            statement.setInt(4, attempt.attempt());
            statement.setTimestamp(5, Timestamp.from(attempt.sentAt()));
            statement.setTimestamp(6, Timestamp.from(attempt.endedAt()));
            statement.setString(7, attempt.result().name());
            statement.setString(8, attempt.detail());
        });
    }

    /** Writes the audit in one batch, in the caller's transaction. */
    void addActions(List<RequestedAction> actions) {
        jdbc.batchUpdate("""
                INSERT INTO saga_action
                  (saga_id, action, operator, reason, requested_at, revision, step, direction, attempt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, actions, actions.size(), (statement, action) -> {
            statement.setObject(1, action.sagaId());
            statement.setString(2, action.action().name());
            statement.setString(3, action.operator());
            statement.setString(4, action.reason());
            statement.setTimestamp(5, Timestamp.from(action.requestedAt()));
            statement.setLong(6, action.revision());
            statement.setString(7, action.step());
            statement.setString(8, action.direction().name());
            statement.setInt(9, action.attempt());
        });
    }

    /** The operators' actions on the saga, oldest first. */
    List<RequestedAction> actionsOn(UUID sagaId) {
        return jdbc.query(
                "SELECT * FROM saga_action WHERE saga_id = ? ORDER BY id",
                (row, number) -> new RequestedAction(
                        row.getObject("saga_id", UUID.class),
                        SagaAction.valueOf(row.getString("action")),
                        row.getString("operator"),
                        row.getString("reason"),
                        row.getTimestamp("requested_at").toInstant(),
                        row.getLong("revision"),
                        row.getString("step"),
                        Direction.valueOf(row.getString("direction")),
                        row.getInt("attempt")),
                sagaId);
    }

    /** The saga's attempts, oldest first. */
    public List<EndedAttempt> of(UUID sagaId) {
        return jdbc.query(
                "SELECT * FROM saga_attempt WHERE saga_id = ? ORDER BY id",
                (row, number) -> new EndedAttempt(
                        row.getObject("saga_id", UUID.class),
                        row.getString("step"),
                        Direction.valueOf(row.getString("direction")),
                        row.getInt("attempt"),
                        row.getTimestamp("sent_at").toInstant(),
                        row.getTimestamp("ended_at").toInstant(),
                        EndedAttempt.Result.valueOf(row.getString("result")),
                        row.getString("detail")),
                sagaId);
    }
}
