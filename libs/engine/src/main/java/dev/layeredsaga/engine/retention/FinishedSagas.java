package dev.layeredsaga.engine.retention;

import dev.layeredsaga.engine.definition.LocalParticipant;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;

/** The sagas that have ended, and what belongs to them. Any number of instances may remove them side by side. Thread-safe. */
class FinishedSagas {

    /** The tables with a {@code saga_id}, whose rows go with their saga. */
    private static final List<String> BELONGINGS =
            List.of("saga_attempt", "saga_action", "saga_event", "saga_signal", "saga_start");

    private final JdbcTemplate jdbc;
    private final List<LocalParticipant> participants;

    FinishedSagas(JdbcTemplate jdbc, List<LocalParticipant> participants) {
        this.jdbc = jdbc;
        this.participants = participants;
    }

    /**
     * The old sagas of one transaction.
     *
     * @param removed how many have been removed
     * @param kept those that a participant still has work to do for
     */
    record Batch(int removed, Set<UUID> kept) {

        int size() {
            return removed + kept.size();
        }
    }

    /**
     * Removes up to {@code limit} sagas that ended longer than {@code age} ago, by the database's clock, longest ago first, in
     * the current transaction; past those that another instance is just removing.
     *
     * @param except those that are left alone
     */
    Batch removeOlderThan(Duration age, int limit, Set<UUID> except) {
        return remove(lockOlderThan(age, limit, except));
    }

    private List<UUID> lockOlderThan(Duration age, int limit, Set<UUID> except) {
        return jdbc.query(
                """
                SELECT id FROM saga
                WHERE ended_at < (SELECT clock_timestamp() - make_interval(secs => ?)) AND id <> ALL (?)
                ORDER BY ended_at LIMIT ? FOR UPDATE SKIP LOCKED
                """,
                (row, number) -> row.getObject("id", UUID.class),
                age.toMillis() / 1000.0,
                except.toArray(UUID[]::new),
                limit);
    }

    private Batch remove(List<UUID> old) {
        Set<UUID> kept = new HashSet<>();
        participants.forEach(participant -> kept.addAll(participant.unfinished(old)));
        List<UUID> ids = old.stream().filter(id -> !kept.contains(id)).toList();
        participants.forEach(participant -> participant.forget(ids));
        BELONGINGS.forEach(table -> delete("DELETE FROM " + table + " WHERE saga_id = ANY (?)", ids));
        return new Batch(delete("DELETE FROM saga WHERE id = ANY (?)", ids), kept);
    }

    private int delete(String sql, Collection<UUID> ids) {
        return jdbc.update(sql, (Object) ids.toArray(UUID[]::new));
    }
}
