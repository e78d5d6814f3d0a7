package dev.layeredsaga.engine.state;

import dev.layeredsaga.messaging.commit.ArrayBatch;
import dev.layeredsaga.messaging.commit.UnitOfWork;
import dev.layeredsaga.messaging.envelope.MessageJson;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.ResultSetExtractor;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes sagas, however many at a time, in one statement each. The version guards every update: of two who have read
 * the same one, the second fails.
 */
public final class SagaTable implements SagaStore {

    private static final JsonMapper JSON = MessageJson.mapper();

    private static final String READ = """
            SELECT clock.*, saga.* FROM (
              SELECT clock_timestamp() AS now, (
                SELECT json_agg(json_build_object('definition', definition, 'step', step, 'compensation', compensation,
                  'operator', operator, 'reason', reason, 'pausedAt', paused_at)) FROM saga_pause WHERE resumed_at IS NULL
              ) AS pauses
            ) AS clock LEFT JOIN saga ON saga.id = ANY (?)
            """;

    private static final ArrayBatch<Saga> CHANGING = ArrayBatch.<Saga>of()
            .with("id", "uuid", Saga::id)
            .with("version", "bigint", Saga::version)
            .with("revision", "bigint", Saga::revision)
            .with("status", "text", saga -> saga.status().name())
            .with("direction", "text", saga -> saga.direction().name())
            .with("step", "text", Saga::step)
            .with("reached", "text", Saga::reached)
            .with("attempt", "int", Saga::attempt)
            .with("failed_runs", "int", Saga::failedRuns)
            .with("definition_version", "int", Saga::definitionVersion)
            .withTime("step_since", Saga::stepSince)
            .withTime("sent_at", Saga::sentAt)
            .withTime("due_at", Saga::dueAt)
            .withTime("deadline", Saga::deadline)
            .with("data", "text", Saga::data)
            .with("reason", "text", Saga::reason)
            .with("waits_for", "text", Saga::waitsFor)
            .withTime("paused_at", Saga::pausedAt)
            .with("paused_by", "text", Saga::pausedBy)
            .with("sequence", "bigint", Saga::sequence)
            .with("published_by", "bigint", Saga::publishedBy)
            .withTime("updated_at", Saga::updatedAt);

    private static final ArrayBatch<Saga> WHOLE = CHANGING.withTime("wake_at", Saga::dueAt)
            .with("definition", "text", Saga::definition)
            .with("topic", "text", Saga::topic)
            .with("trace_parent", "text", Saga::traceParent)
            .withTime("created_at", Saga::createdAt);

    private static final String INSERT = WHOLE.insertInto("saga");

    // a saga that is due later than before is woken when it was to be before: so its steps change no index
    private static final String UPDATE =
            """
            UPDATE saga SET version = saga.version + 1, %s,
              wake_at = CASE WHEN new.due_at IS NOT NULL THEN least(saga.wake_at, %s) END
            %s WHERE saga.id = new.id AND saga.version = new.version
            """.formatted(CHANGING.assignments("id", "version"), CHANGING.read("due_at"), CHANGING.from());

    private final JdbcTemplate jdbc;
    private final DueTimes dueTimes;

    public SagaTable(JdbcTemplate jdbc, DueTimes dueTimes) {
        this.jdbc = jdbc;
        this.dueTimes = dueTimes;
    }

    @Override
    public Reading read(Collection<UUID> ids) {
        if (changes().concernAnyOf(ids)) {
            UnitOfWork.of(jdbc).writeNow();
        }
        Object[] distinct = ids.stream().distinct().toArray();
        return Objects.requireNonNull(jdbc.query(
                READ,
                (PreparedStatement statement) ->
                        statement.setArray(1, statement.getConnection().createArrayOf("uuid", distinct)),
                (ResultSetExtractor<Reading>) SagaTable::readAll));
    }

    private static Reading readAll(ResultSet rows) throws SQLException {
        Map<UUID, Saga> byId = new HashMap<>();
        Instant now = Instant.MIN;
        Pauses pauses = Pauses.NONE;
        while (rows.next()) {
            now = rows.getTimestamp("now").toInstant();
            String paused = rows.getString("pauses");
            if (paused != null && pauses.inForce().isEmpty()) {
                pauses = new Pauses(List.of(JSON.readValue(paused, Pauses.Pause[].class)));
            }
            if (rows.getString("definition") != null) {
                Saga saga = new Saga(rows);
                byId.put(saga.id(), saga);
            }
        }
        return new Reading(now, byId, pauses);
    }

    /**
     * Adds what the current transaction writes last. Rows are locked from then on, and a process that freezes with locked rows keeps
     * the others from its sagas.
     */
    @Override
    public void write(Collection<Saga> begun, Collection<Saga> changed) {
        changes().begun.addAll(begun);
        changes().changed.addAll(changed);
    }

    @Override
    public List<UUID> lockForward(String definition) {
        return jdbc.query("""
                SELECT id FROM saga
                WHERE definition = ? AND status IN ('RUNNING', 'STUCK') AND direction = 'FORWARD' ORDER BY id FOR UPDATE
                """, (row, number) -> row.getObject("id", UUID.class), definition);
    }

    private Changes changes() {
        return UnitOfWork.of(jdbc).part(UnitOfWork.Phase.SAGAS, this, Changes.class, () -> new Changes(dueTimes));
    }

    /** The sagas that a transaction has begun and changed, and not written yet. */
    private static final class Changes implements UnitOfWork.Part {

        private final List<Saga> begun = new ArrayList<>();
        private final List<Saga> changed = new ArrayList<>();
        private final DueTimes dueTimes;
        private @Nullable Duration untilDue;

        Changes(DueTimes dueTimes) {
            this.dueTimes = dueTimes;
        }

        boolean concernAnyOf(Collection<UUID> ids) {
            Set<UUID> pending = Stream.concat(begun.stream(), changed.stream())
                    .map(Saga::id)
                    .collect(Collectors.toSet());
            return !Collections.disjoint(pending, ids);
        }

        @Override
        public List<UnitOfWork.Statement> statements() {
            List<UnitOfWork.Statement> statements = new ArrayList<>();
            if (!begun.isEmpty()) {
                statements.add(insertion(begun));
            }
            if (!changed.isEmpty()) {
                statements.add(update(changed));
            }
            Stream.concat(begun.stream(), changed.stream()).forEach(this::note);
            begun.clear();
            changed.clear();
            return statements;
        }

        private void note(Saga saga) {
            Instant due = saga.dueAt();
            if (due != null) {
                Duration until = Duration.between(saga.updatedAt(), due);
                untilDue = untilDue == null || until.compareTo(untilDue) < 0 ? until : untilDue;
            }
        }

        @Override
        public void ended(boolean committed) {
            if (committed && untilDue != null) {
                dueTimes.in(untilDue);
            }
        }
    }

    private static UnitOfWork.Statement insertion(List<Saga> sagas) {
        return WHOLE.statement(INSERT, sagas, inserted -> {});
    }

    /**
     * Writes what has changed; throws an {@link OptimisticLockingFailureException} if one of them has been changed by another
     * transaction since it was read.
     */
    private static UnitOfWork.Statement update(List<Saga> sagas) {
        // by id, as everybody does, so that two cannot wait for each other
        List<Saga> sorted =
                sagas.stream().sorted(Comparator.comparing(Saga::id)).toList();
        return CHANGING.statement(UPDATE, sorted, updated -> {
            if (updated != sorted.size()) {
                throw new OptimisticLockingFailureException("%d of %d sagas have been changed by another transaction"
                        .formatted(sorted.size() - updated, sorted.size()));
            }
        });
    }
}
