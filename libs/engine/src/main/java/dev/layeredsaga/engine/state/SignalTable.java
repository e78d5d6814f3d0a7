package dev.layeredsaga.engine.state;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;

/** The signals that sagas have been given, each kept until its saga takes it, and remembered by its key until the saga is removed. */
public final class SignalTable {

    private final JdbcTemplate jdbc;

    public SignalTable(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns false if the saga has been given one with this key, or one with this name that it has not taken. */
    public boolean keep(GivenSignal signal) {
        return jdbc.update(
                        "INSERT INTO saga_signal (saga_id, name, key, payload) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                        signal.sagaId(),
                        signal.name(),
                        signal.key(),
                        signal.payload())
                == 1;
    }

    /** Returns the signal that was given with the key. */
    public Optional<GivenSignal> find(UUID sagaId, String key) {
        return query("saga_id = ? AND key = ?", sagaId, key).stream().findFirst();
    }

    /** Returns the signals that the sagas have not taken. */
    public List<GivenSignal> kept(Collection<UUID> sagaIds) {
        return query("saga_id = ANY (?) AND taken_at IS NULL", (Object) sagaIds.toArray(UUID[]::new));
    }

    /** Notes that its saga has taken the signal. */
    public void take(GivenSignal signal) {
        jdbc.update(
                "UPDATE saga_signal SET taken_at = clock_timestamp() WHERE saga_id = ? AND key = ?",
                signal.sagaId(),
                signal.key());
    }

    private List<GivenSignal> query(String condition, Object... parameters) {
        return jdbc.query(
                "SELECT * FROM saga_signal WHERE " + condition,
                new DataClassRowMapper<>(GivenSignal.class),
                parameters);
    }
}
