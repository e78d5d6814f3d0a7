package dev.layeredsaga.messaging.time;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcOperations;

/** The clock of the database, which all instances share; only this clock decides about deadlines. Thread-safe. */
public final class DatabaseClock {

    private final JdbcOperations jdbc;

    public DatabaseClock(JdbcOperations jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns the current time; {@code now()} in SQL would return the transaction's start. One round trip. */
    public Instant now() {
        OffsetDateTime now = jdbc.queryForObject("SELECT clock_timestamp()", OffsetDateTime.class);
        return Objects.requireNonNull(now).toInstant();
    }
}
