package dev.layeredsaga.inventory.section;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Component;

/** The only clock that decides whether a claim is in time: the one that all instances share. */
@Component
public class DatabaseClock {

    private final JdbcOperations jdbc;

    DatabaseClock(JdbcOperations jdbc) {
        this.jdbc = jdbc;
    }

    /** The time now, and not as {@code now()} has it, which stands still from the transaction's start on. */
    public Instant now() {
        OffsetDateTime now = jdbc.queryForObject("SELECT clock_timestamp()", OffsetDateTime.class);
        return Objects.requireNonNull(now).toInstant();
    }
}
