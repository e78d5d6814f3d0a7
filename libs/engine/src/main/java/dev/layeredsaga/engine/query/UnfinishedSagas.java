package dev.layeredsaga.engine.query;

import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.engine.state.SagaStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Counts the sagas that have not ended, for people. Reads these only, however many have ended. Thread-safe. */
public final class UnfinishedSagas {

    private final JdbcClient jdbc;
    private final Object remoteSteps;

    UnfinishedSagas(JdbcClient jdbc, SagaDefinitions definitions) {
        this.jdbc = jdbc;
        this.remoteSteps = definitions.remoteSteps().toArray(String[]::new);
    }

    /** @param waiting how many of these say what they wait for */
    public record Count(SagaStatus status, long sagas, long waiting) {}

    /** @param age the time since it was begun */
    public record Oldest(UUID id, Duration age) {}

    /**
     * The sagas that are stuck on the same thing, or tried again because of it.
     *
     * @param on what that is, if they say it
     * @param age for how long the first of them has been in its step
     */
    public record Group(@Nullable String on, long sagas, Duration age) {}

    /** Returns the numbers of sagas by status, without those of which there are none. */
    public List<Count> counts() {
        return jdbc.sql("SELECT status, count(*) AS sagas, count(waits_for) AS waiting FROM saga WHERE "
                        + SagaStatus.UNFINISHED + " GROUP BY status")
                .query((row, number) -> new Count(
                        SagaStatus.valueOf(row.getString("status")), row.getLong("sagas"), row.getLong("waiting")))
                .list();
    }

    /** Returns the saga that was begun first; empty if all have ended. */
    public Optional<Oldest> oldest() {
        return jdbc.sql("SELECT id, extract(epoch FROM clock_timestamp() - created_at) AS age FROM saga WHERE "
                        + SagaStatus.UNFINISHED + " ORDER BY created_at, id LIMIT 1")
                .query((row, number) -> new Oldest(row.getObject("id", UUID.class), age(row)))
                .optional();
    }

    /** Returns up to {@code limit} groups of stuck sagas, the largest first. */
    public List<Group> stuck(int limit) {
        return groups("status = 'STUCK'", limit);
    }

    /** Returns up to {@code limit} groups of sagas in motion whose step has failed at least once, for longer than that; the largest first. */
    public List<Group> retrying(Duration longerThan, int limit) {
        return groups("""
                status IN ('RUNNING', 'COMPENSATING') AND paused_at IS NULL AND step_since < clock_timestamp() - %d * interval '1 ms'
                AND EXISTS (SELECT FROM saga_attempt WHERE saga_id = saga.id AND ended_at > step_since)
                """.formatted(longerThan.toMillis()), limit);
    }

    /** Returns the sagas in motion that asked a remote participant longer ago than that, and have had no reply in their step. */
    public Optional<Group> unanswered(Duration longerThan) {
        return groups("""
                status IN ('RUNNING', 'COMPENSATING') AND sent_at IS NOT NULL AND waits_for IS NULL
                AND step_since < clock_timestamp() - %d * interval '1 ms'
                AND definition || ' ' || step = ANY (?)
                """.formatted(longerThan.toMillis()), remoteSteps, 1).stream()
                .findFirst();
    }

    private List<Group> groups(String condition, Object... parameters) {
        return jdbc.sql(
                        "SELECT waits_for, count(*) AS sagas, extract(epoch FROM clock_timestamp() - min(step_since)) AS age"
                                + " FROM saga WHERE " + condition
                                + " GROUP BY waits_for ORDER BY count(*) DESC, waits_for LIMIT ?")
                .params(parameters)
                .query((row, number) -> new Group(row.getString("waits_for"), row.getLong("sagas"), age(row)))
                .list();
    }

    private static Duration age(ResultSet row) throws SQLException {
        return Duration.ofMillis(Math.max(0, Math.round(row.getDouble("age") * 1000)));
    }
}
