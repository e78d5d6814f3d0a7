package dev.layeredsaga.messaging.time;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcOperations;

/** The clock of the database, which all instances share; only this clock decides about deadlines. Thread-safe. */
public final class DatabaseClock {

    /** No time, where one may come at any moment: a day. */
    public static final Duration NOT_KNOWN = Duration.ofDays(1);

    private final JdbcOperations jdbc;

    public DatabaseClock(JdbcOperations jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns the current time; {@code now()} in SQL would return the transaction's start. One round trip. */
    public Instant now() {
        OffsetDateTime now = jdbc.queryForObject("SELECT clock_timestamp()", OffsetDateTime.class);
        return Objects.requireNonNull(now).toInstant();
    }

    /**
     * Returns the time until a time in the database; zero if it has passed, {@link #NOT_KNOWN} if there is none.
     *
     * @param time the column and what follows it in SQL: {@code "min(due_at) FROM work"}, for example
     */
    public static Duration until(JdbcOperations jdbc, String time) {
        OffsetDateTime[] times = new OffsetDateTime[2];
        jdbc.query("SELECT clock_timestamp() AS now, " + time, row -> {
            times[0] = row.getObject(1, OffsetDateTime.class);
            times[1] = row.getObject(2, OffsetDateTime.class);
        });
        return times[1] == null
                ? NOT_KNOWN
                : Collections.max(List.of(Duration.ZERO, Duration.between(times[0], times[1])));
    }
}
