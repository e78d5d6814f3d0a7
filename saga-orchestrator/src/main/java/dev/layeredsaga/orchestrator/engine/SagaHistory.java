package dev.layeredsaga.orchestrator.engine;

import dev.layeredsaga.messaging.commit.LastStatements;
import dev.layeredsaga.messaging.commit.ManyRows;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;

/** What operators read: every attempt at every step and how it ended, and every action of an operator. Append-only. */
public final class SagaHistory {

    private static final ManyRows<EndedAttempt> ATTEMPTS = ManyRows.<EndedAttempt>of()
            .with("saga_id", "uuid", EndedAttempt::sagaId)
            .with("step", "text", EndedAttempt::step)
            .with("direction", "text", attempt -> attempt.direction().name())
            .with("attempt", "int", EndedAttempt::attempt)
            .withTime("sent_at", EndedAttempt::sentAt)
            .withTime("ended_at", EndedAttempt::endedAt)
            .with("result", "text", attempt -> attempt.result().name())
            .with("detail", "text", EndedAttempt::detail);

    private static final ManyRows<RequestedAction> ACTIONS = ManyRows.<RequestedAction>of()
            .with("saga_id", "uuid", RequestedAction::sagaId)
            .with("action", "text", action -> action.action().name())
            .with("operator", "text", RequestedAction::operator)
            .with("reason", "text", RequestedAction::reason)
            .withTime("requested_at", RequestedAction::requestedAt)
            .with("revision", "bigint", RequestedAction::revision)
            .with("step", "text", RequestedAction::step)
            .with("direction", "text", action -> action.direction().name())
            .with("attempt", "int", RequestedAction::attempt);

    private static final String INSERT_ATTEMPTS = ATTEMPTS.insertInto("saga_attempt");
    private static final String INSERT_ACTIONS = ACTIONS.insertInto("saga_action");

    private final JdbcTemplate jdbc;

    public SagaHistory(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Writes the attempts with the last statements of the caller's transaction. */
    void add(List<EndedAttempt> attempts) {
        LastStatements.of(jdbc).add(ATTEMPTS.statement(INSERT_ATTEMPTS, attempts, added -> {}));
    }

    /** Writes the audit with the last statements of the caller's transaction. */
    void addActions(List<RequestedAction> actions) {
        LastStatements.of(jdbc).add(ACTIONS.statement(INSERT_ACTIONS, actions, added -> {}));
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
