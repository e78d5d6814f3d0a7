package dev.layeredsaga.orchestrator.engine;

import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;

/** Which instance has which saga: find-and-lock in PostgreSQL, whose clock is the only one that counts. */
public final class SagaLocks {

    private final JdbcTemplate jdbc;

    public SagaLocks(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Find-and-lock: takes up to {@code limit} sagas that are due, longest due first, past those that another instance is just
     * taking, and keeps them from the others for {@code lockTimeout}. In the caller's transaction, which should end at once.
     */
    public List<LockedSaga> lockDue(int limit, Duration lockTimeout) {
        return jdbc.query(
                """
                WITH due AS (
                  SELECT id FROM saga WHERE due_at <= clock_timestamp()
                  ORDER BY due_at LIMIT ? FOR UPDATE SKIP LOCKED
                )
                UPDATE saga SET due_at = clock_timestamp() + make_interval(secs => ?), version = version + 1
                FROM due WHERE saga.id = due.id
                RETURNING saga.id, saga.version
                """,
                (row, number) -> new LockedSaga(row.getObject("id", UUID.class), row.getLong("version")),
                limit,
                lockTimeout.toMillis() / 1000.0);
    }

    /**
     * Gives back what was locked and has not been driven: it is due at once. What someone else has touched since is left alone.
     *
     * @return how many were given back
     */
    public int unlock(Collection<LockedSaga> locked) {
        Object[] ids = locked.stream().map(LockedSaga::id).toArray();
        Object[] versions = locked.stream().map(LockedSaga::version).toArray();
        return jdbc.update("""
                UPDATE saga SET due_at = clock_timestamp(), version = saga.version + 1
                FROM unnest(?::uuid[], ?::bigint[]) AS locked (id, version)
                WHERE saga.id = locked.id AND saga.version = locked.version
                """, (PreparedStatement statement) -> {
            statement.setArray(1, statement.getConnection().createArrayOf("uuid", ids));
            statement.setArray(2, statement.getConnection().createArrayOf("bigint", versions));
        });
    }
}
