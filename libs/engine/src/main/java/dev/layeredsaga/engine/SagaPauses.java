package dev.layeredsaga.engine;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.engine.state.Pauses.Pause;
import dev.layeredsaga.engine.state.SagaLocks;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Pauses definitions and steps on all instances, from the next transaction on that reads sagas. Every pause stays on record, with who
 * began and who ended it. In transactions of its own. Thread-safe.
 */
public class SagaPauses {

    private static final int BATCH = 500;

    private static final String END = """
            UPDATE saga_pause SET resumed_at = clock_timestamp(), resumed_by = ?, resumed_because = ?
            WHERE definition = ? AND step IS NOT DISTINCT FROM ? AND resumed_at IS NULL
            """;

    private final JdbcTemplate jdbc;
    private final SagaLocks sagas;
    private final TransactionOperations transaction;

    SagaPauses(JdbcTemplate jdbc, SagaLocks sagas, TransactionOperations transaction) {
        this.jdbc = jdbc;
        this.sagas = sagas;
        this.transaction = transaction;
    }

    /** Returns the pauses in force, the oldest first. */
    public List<Pause> inForce() {
        return jdbc.query(
                "SELECT * FROM saga_pause WHERE resumed_at IS NULL ORDER BY paused_at",
                new DataClassRowMapper<>(Pause.class));
    }

    /**
     * Pauses a definition or a step, in place of an earlier pause of the same: no saga sends anything there.
     *
     * @param step null for the whole definition
     * @param compensation true if the step's compensation is paused, too
     */
    public void pause(String definition, @Nullable String step, boolean compensation, String operator, String reason) {
        transaction.executeWithoutResult(status -> {
            jdbc.update(END, operator, reason, definition, step);
            jdbc.update("""
                    INSERT INTO saga_pause (definition, step, compensation, operator, reason)
                    VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                    """, definition, step, compensation, operator, reason);
        });
        // those that an earlier pause held, and this one does not
        goOn();
    }

    /** Resumes it, and makes the sagas due that it held. Does nothing if it is not paused. */
    public void resume(String definition, @Nullable String step, String operator, String reason) {
        transaction.executeWithoutResult(status -> jdbc.update(END, operator, reason, definition, step));
        goOn();
    }

    private void goOn() {
        int resumed = BATCH;
        while (resumed == BATCH) {
            resumed = requireNonNull(transaction.execute(status -> sagas.makeResumedDue(BATCH)));
        }
    }
}
