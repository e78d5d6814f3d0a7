package dev.layeredsaga.orchestrator.engine.retention;

import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.support.TransactionOperations;

/** The sagas that have ended, and what belongs to them. Any number of instances may remove them side by side. Thread-safe. */
@Repository
class FinishedSagas {

    /** The tables with a {@code saga_id}, whose rows go with their saga. */
    private static final List<String> BELONGINGS = List.of("saga_attempt", "saga_action", "saga_event");

    private final JdbcTemplate jdbc;
    private final TransactionOperations transaction;

    FinishedSagas(JdbcTemplate jdbc, TransactionOperations transaction) {
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    /**
     * Removes up to {@code limit} sagas that ended longer than {@code age} ago, by the database's clock, longest ago first, in
     * one transaction of its own; past those that another instance is just removing.
     *
     * @return how many were removed
     */
    int removeOlderThan(Duration age, int limit) {
        Integer removed = transaction.execute(status -> remove(lockOlderThan(age, limit)));
        return removed == null ? 0 : removed;
    }

    private List<UUID> lockOlderThan(Duration age, int limit) {
        return jdbc.query("""
                SELECT id FROM saga
                WHERE ended_at < (SELECT clock_timestamp() - make_interval(secs => ?))
                ORDER BY ended_at LIMIT ? FOR UPDATE SKIP LOCKED
                """, (row, number) -> row.getObject("id", UUID.class), age.toMillis() / 1000.0, limit);
    }

    private int remove(List<UUID> ids) {
        BELONGINGS.forEach(table -> delete("DELETE FROM " + table + " WHERE saga_id = ANY (?)", ids));
        return delete("DELETE FROM saga WHERE id = ANY (?)", ids);
    }

    private int delete(String sql, List<UUID> ids) {
        return jdbc.update(
                sql,
                (PreparedStatement statement) ->
                        statement.setArray(1, statement.getConnection().createArrayOf("uuid", ids.toArray())));
    }
}
