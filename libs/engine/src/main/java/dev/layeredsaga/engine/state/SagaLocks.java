package dev.layeredsaga.engine.state;

import dev.layeredsaga.messaging.time.DatabaseClock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;

/** Which instance has which saga: find-and-lock in PostgreSQL, whose clock is the only one that counts. */
public final class SagaLocks {

    private final JdbcTemplate jdbc;
    private final DueTimes dueTimes;

    public SagaLocks(JdbcTemplate jdbc, DueTimes dueTimes) {
        this.jdbc = jdbc;
        this.dueTimes = dueTimes;
    }

    /** The most sagas that are read in one go and left to sleep on. */
    private static final int MOST_EARLY = 1_000;

    // the time is a query's, asked once: with a function that may change from row to row, the whole index would be read
    // the second key is not in the index, or every step would write it: it sorts those that wake together
    private static final String LOCK_DUE = """
            WITH clock AS MATERIALIZED (
              SELECT now, now - make_interval(secs => ?) AS unwanted_since FROM clock_timestamp() AS now
            ), early AS (
              SELECT id FROM saga
              WHERE wake_at <= (SELECT now FROM clock) AND (due_at IS NULL OR due_at > (SELECT now FROM clock))
              ORDER BY wake_at LIMIT ? FOR UPDATE SKIP LOCKED
            ), asleep AS (
              UPDATE saga SET wake_at = due_at FROM early WHERE saga.id = early.id
            ), due AS (
              SELECT id FROM saga WHERE wake_at <= (SELECT now FROM clock) AND due_at <= (SELECT now FROM clock)
                AND (definition || ' ' || definition_version = ANY (?) OR due_at <= (SELECT unwanted_since FROM clock))
              ORDER BY wake_at, updated_at LIMIT ? FOR UPDATE SKIP LOCKED
            ), until AS MATERIALIZED (
              SELECT now + make_interval(secs => ?) AS locked_until FROM clock
            )
            UPDATE saga SET due_at = locked_until, wake_at = locked_until, version = version + 1
            FROM due, until WHERE saga.id = due.id
            RETURNING saga.id, saga.version
            """;

    // as Pauses has it, of those that no pause of their own holds
    private static final String RESUMED = """
            SELECT id FROM saga
            WHERE paused_at IS NOT NULL AND due_at IS NULL AND paused_by IS NULL AND NOT EXISTS (
              SELECT FROM saga_pause WHERE resumed_at IS NULL AND saga_pause.definition = saga.definition
                AND (saga_pause.step IS NULL OR saga_pause.step = saga.step AND (compensation OR direction = 'FORWARD')))
            LIMIT ? FOR UPDATE SKIP LOCKED
            """;

    private static final String MAKE_RESUMED_DUE = """
            WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now), resumed AS (%s)
            UPDATE saga SET due_at = clock.now, wake_at = clock.now, version = version + 1
            FROM clock, resumed WHERE saga.id = resumed.id
            """.formatted(RESUMED);

    // a saga without a time is found by the index of unfinished sagas, one with a time far ahead by that of the
    // due-loop
    private static final String MAKE_DUE = """
            WITH clock AS MATERIALIZED (
              SELECT clock_timestamp() AS now, clock_timestamp() + make_interval(secs => ?) AS far
            ), forgotten AS (
              SELECT id FROM saga
              WHERE status IN ('RUNNING', 'COMPENSATING') AND due_at IS NULL AND paused_at IS NULL
                AND updated_at < (SELECT now FROM clock) - interval '1 minute'
              LIMIT ? FOR UPDATE SKIP LOCKED
            ), postponed AS (
              SELECT id FROM saga
              WHERE wake_at > (SELECT far FROM clock) AND status IN ('RUNNING', 'COMPENSATING')
                AND (direction = 'BACKWARD' OR due_at > greatest(deadline, (SELECT far FROM clock)))
              ORDER BY wake_at DESC LIMIT ? FOR UPDATE SKIP LOCKED
            ), resumed AS (%s)
            UPDATE saga SET due_at = clock.now, wake_at = clock.now, version = version + 1
            FROM clock WHERE saga.id IN (
              SELECT id FROM forgotten UNION SELECT id FROM postponed UNION SELECT id FROM resumed)
            RETURNING saga.id
            """.formatted(RESUMED);

    /**
     * Find-and-lock: takes up to {@code limit} sagas that are due, longest awake first, and of those that wake together the longest
     * unchanged first, past those that another instance is just taking, and keeps them from the others for {@code lockTimeout}. Sagas
     * that have moved on since their time to wake was set are left to sleep until they are due. Sagas of versions that the caller lacks are
     * left to those who have them, unless they have been due for {@code lockTimeout}: then none has. In the caller's transaction, which
     * should end at once.
     *
     * @param versions the definitions that the caller has, each by its name and, after a space, its version
     */
    public List<LockedSaga> lockDue(Collection<String> versions, int limit, Duration lockTimeout) {
        return jdbc.query(
                LOCK_DUE,
                (row, number) -> new LockedSaga(row.getObject("id", UUID.class), row.getLong("version")),
                lockTimeout.toMillis() / 1000.0,
                MOST_EARLY,
                versions.toArray(String[]::new),
                limit,
                lockTimeout.toMillis() / 1000.0);
    }

    /** Returns the time until a saga is to be woken, zero if it has passed; {@link DatabaseClock#NOT_KNOWN} if there is none. */
    public Duration untilNext() {
        return DatabaseClock.until(jdbc, "min(wake_at) FROM saga");
    }

    /**
     * Gives back what was locked and has not been driven: it is due at once. What someone else has touched since is left alone.
     *
     * @return how many were given back
     */
    public int unlock(Collection<LockedSaga> locked) {
        return jdbc.update(
                """
                WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now)
                UPDATE saga SET due_at = now, wake_at = now, version = saga.version + 1
                FROM clock, unnest(?::uuid[], ?::bigint[]) AS locked (id, version)
                WHERE saga.id = locked.id AND saga.version = locked.version
                """,
                locked.stream().map(LockedSaga::id).toArray(UUID[]::new),
                locked.stream().map(LockedSaga::version).toArray(Long[]::new));
    }

    /**
     * Makes due the sagas that have not ended, do not wait for an operator, and have had no time to be driven for a minute, or one longer
     * than {@code far} ahead and past their deadline, or were held by what has been resumed: {@code limit} of each kind, past those that another transaction has locked.
     */
    public List<UUID> makeDue(Duration far, int limit) {
        List<UUID> due = jdbc.query(
                MAKE_DUE,
                (row, number) -> row.getObject("id", UUID.class),
                far.toMillis() / 1000.0,
                limit,
                limit,
                limit);
        if (!due.isEmpty()) {
            dueTimes.now();
        }
        return due;
    }

    /** Makes due up to {@code limit} sagas that were held by what has been resumed, past those that another transaction has locked. */
    public int makeResumedDue(int limit) {
        // the loop polls again, and less and less often: it comes to them soon after the commit
        dueTimes.now();
        return jdbc.update(MAKE_RESUMED_DUE, limit);
    }
}
