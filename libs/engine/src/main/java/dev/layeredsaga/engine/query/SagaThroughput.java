package dev.layeredsaga.engine.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Counts for people how many sagas have ended, and how long they took, of all instances together. Thread-safe. */
public final class SagaThroughput {

    private final JdbcClient jdbc;

    SagaThroughput(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * The sagas that ended within an interval.
     *
     * @param from its start; a multiple of its length since 1970
     * @param ended how many ended
     * @param compensated how many of these were compensated
     * @param median how long they took, p50
     * @param p95 how long they took, p95
     */
    public record Interval(Instant from, long ended, long compensated, Duration median, Duration p95) {}

    /** Returns the intervals since that time in their order, without those in which no saga ended. Reads those that have ended since. */
    public List<Interval> since(Instant time, Duration length) {
        return jdbc.sql("""
                SELECT date_bin(:millis * interval '1 ms', ended_at, 'epoch') AS begin, count(*) AS ended,
                  count(*) FILTER (WHERE status = 'COMPENSATED') AS compensated,
                  percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY extract(epoch FROM ended_at - created_at)) AS took
                FROM saga WHERE ended_at >= :time GROUP BY begin ORDER BY begin
                """)
                .param("millis", length.toMillis())
                .param("time", time.atOffset(ZoneOffset.UTC))
                .query((row, number) -> interval(row))
                .list();
    }

    private static Interval interval(ResultSet row) throws SQLException {
        Double[] took = (Double[]) row.getArray("took").getArray();
        return new Interval(
                row.getObject("begin", OffsetDateTime.class).toInstant(),
                row.getLong("ended"),
                row.getLong("compensated"),
                duration(took[0]),
                duration(took[1]));
    }

    private static Duration duration(double seconds) {
        return Duration.ofMillis(Math.max(0, Math.round(seconds * 1000)));
    }
}
