package dev.layeredsaga.messaging.time;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcOperations;

/** The only clock that decides whether something is in time: the one that all instances share. Thread-safe. */
public final class DatabaseClock {

    private final JdbcOperations jdbc;

    public DatabaseClock(JdbcOperations jdbc) {
        this.jdbc = jdbc;
    }

    /** The time now, and not as {@code now()} has it, which stands still from the transaction's start on. One round trip. */
    public Instant now() {
        OffsetDateTime now = jdbc.queryForObject("SELECT clock_timestamp()", OffsetDateTime.class);
        return Objects.requireNonNull(now).toInstant();
    }
}
