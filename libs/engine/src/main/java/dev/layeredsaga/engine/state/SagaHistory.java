package dev.layeredsaga.engine.state;

import dev.layeredsaga.messaging.commit.ArrayBatch;
import dev.layeredsaga.messaging.commit.UnitOfWork;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;

/** The history of sagas: every attempt at every step, every action of an operator, every event. Append-only. */
public final class SagaHistory implements SagaLog {

    private static final ArrayBatch<EndedAttempt> ATTEMPTS = ArrayBatch.<EndedAttempt>of()
            .with("saga_id", "uuid", EndedAttempt::sagaId)
            .with("step", "text", EndedAttempt::step)
            .with("direction", "text", attempt -> attempt.direction().name())
            .with("attempt", "int", EndedAttempt::attempt)
            .withTime("sent_at", EndedAttempt::sentAt)
            .withTime("ended_at", EndedAttempt::endedAt)
            .with("result", "text", attempt -> attempt.result().name())
            .with("detail", "text", EndedAttempt::detail);

    private static final ArrayBatch<RequestedAction> ACTIONS = ArrayBatch.<RequestedAction>of()
            .with("saga_id", "uuid", RequestedAction::sagaId)
            .with("action", "text", action -> action.action().name())
            .with("operator", "text", RequestedAction::operator)
            .with("reason", "text", RequestedAction::reason)
            .withTime("requested_at", RequestedAction::requestedAt)
            .with("revision", "bigint", RequestedAction::revision)
            .with("step", "text", RequestedAction::step)
            .with("direction", "text", action -> action.direction().name())
            .with("attempt", "int", RequestedAction::attempt)
            .with("definition_version", "int", RequestedAction::definitionVersion);

    private static final ArrayBatch<PublishedEvent> EVENTS = ArrayBatch.<PublishedEvent>of()
            .with("saga_id", "uuid", PublishedEvent::sagaId)
            .with("topic", "text", PublishedEvent::topic)
            .with("sequence", "bigint", PublishedEvent::sequence)
            .with("type", "text", PublishedEvent::type)
            .withTime("occurred_at", PublishedEvent::occurredAt)
            .with("payload", "text", PublishedEvent::payload);

    private static final String INSERT_ATTEMPTS = ATTEMPTS.insertInto("saga_attempt");
    private static final String INSERT_ACTIONS = ACTIONS.insertInto("saga_action");
    private static final String INSERT_EVENTS = EVENTS.insertInto("saga_event") + " ON CONFLICT DO NOTHING";

    private final JdbcTemplate jdbc;

    public SagaHistory(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public void add(List<EndedAttempt> attempts) {
        write(ATTEMPTS.statement(INSERT_ATTEMPTS, attempts, added -> {}));
    }

    @Override
    public void addActions(List<RequestedAction> actions) {
        write(ACTIONS.statement(INSERT_ACTIONS, actions, added -> {}));
    }

    /** Fails with an {@link OptimisticLockingFailureException} if another transaction has published for one of the sagas meanwhile. */
    @Override
    public void addEvents(List<PublishedEvent> events) {
        // by id, as sagas are updated, so that two cannot wait for each other
        List<PublishedEvent> sorted = events.stream()
                .sorted(Comparator.comparing(PublishedEvent::sagaId).thenComparingLong(PublishedEvent::sequence))
                .toList();
        write(EVENTS.statement(INSERT_EVENTS, sorted, added -> {
            if (added != sorted.size()) {
                throw new OptimisticLockingFailureException("%d of %d events have been overtaken by others"
                        .formatted(sorted.size() - added, sorted.size()));
            }
        }));
    }

    @Override
    public void addPast(List<PublishedEvent> events) {
        if (!events.isEmpty()) {
            write(EVENTS.statement(INSERT_EVENTS, events, added -> {}));
        }
    }

    @Override
    public Map<UUID, Long> lastSequences(Collection<UUID> sagaIds) {
        Map<UUID, Long> found = new HashMap<>();
        jdbc.query(
                "SELECT saga_id, max(sequence) AS last FROM saga_event WHERE saga_id = ANY (?) GROUP BY saga_id",
                row -> {
                    found.put(row.getObject("saga_id", UUID.class), row.getLong("last"));
                },
                (Object) sagaIds.toArray(UUID[]::new));
        return found;
    }

    private void write(UnitOfWork.Statement statement) {
        UnitOfWork.of(jdbc).add(UnitOfWork.Phase.HISTORY, statement);
    }

    @Override
    public List<PublishedEvent> eventsAfter(Map<UUID, Long> sequences) {
        return jdbc.query(
                """
                SELECT saga_event.* FROM unnest(?::uuid[], ?::bigint[]) AS wanted (saga_id, after)
                JOIN saga_event ON saga_event.saga_id = wanted.saga_id AND saga_event.sequence > wanted.after
                ORDER BY saga_event.saga_id, saga_event.sequence
                """,
                (row, number) -> new PublishedEvent(
                        row.getObject("saga_id", UUID.class),
                        row.getString("topic"),
                        row.getLong("sequence"),
                        row.getString("type"),
                        row.getTimestamp("occurred_at").toInstant(),
                        row.getString("payload")),
                sequences.keySet().toArray(UUID[]::new),
                sequences.values().toArray(Long[]::new));
    }

    /**
     * Returns the first sagas whose events go to the topic and that began at one time or later, and before the other, in that order:
     * {@code limit}, and those begun with the last.
     */
    public List<Saga> sagasBegun(String topic, Instant from, Instant until, int limit) {
        return jdbc.query(
                """
                SELECT * FROM saga WHERE topic = ? AND created_at >= ? AND created_at < ?
                ORDER BY created_at FETCH FIRST ? ROWS WITH TIES
                """, (row, number) -> new Saga(row), topic, Timestamp.from(from), Timestamp.from(until), limit);
    }

    /** The operators' actions on the saga, oldest first. */
    public List<RequestedAction> actionsOn(UUID sagaId) {
        return jdbc.query(
                "SELECT * FROM saga_action WHERE saga_id = ? ORDER BY id",
                new DataClassRowMapper<>(RequestedAction.class),
                sagaId);
    }

    /** The saga's attempts, oldest first. */
    public List<EndedAttempt> of(UUID sagaId) {
        return jdbc.query(
                "SELECT * FROM saga_attempt WHERE saga_id = ? ORDER BY id",
                new DataClassRowMapper<>(EndedAttempt.class),
                sagaId);
    }
}
