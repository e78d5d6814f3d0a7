package dev.layeredsaga.messaging.outbox;

import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionException;

/**
 * Details of what waits in the outbox, for those who may see details. It is always up, and no part of readiness: a service whose messages
 * cannot be sent still takes requests. Thread-safe.
 */
record OutboxHealth(JdbcTemplate jdbc) implements HealthIndicator {

    /** Of the first thousand messages; the meters count them all. */
    private static final String STUCK = """
            SELECT topic, count(*) AS messages, round(extract(epoch FROM clock_timestamp() - min(created_at))) AS age,
                   min(reason) AS reason
            FROM (SELECT topic, created_at, reason FROM outbox_stuck ORDER BY parcel, position LIMIT 1000) AS stuck
            GROUP BY topic
            """;

    private static final String OLDEST = """
            SELECT coalesce(round(extract(epoch FROM clock_timestamp() - (SELECT created_at FROM outbox ORDER BY id LIMIT 1))), 0)
            """;

    @Override
    public Health health() {
        try {
            Long oldest = jdbc.queryForObject(OLDEST, Long.class);
            Health.Builder health = Health.up().withDetail("oldestSeconds", oldest == null ? 0 : oldest);
            jdbc.query(STUCK, row -> {
                health.withDetail(
                        "stuck " + row.getString("topic"),
                        Map.of(
                                "messages", row.getLong("messages"),
                                "oldestSeconds", row.getLong("age"),
                                "reason", row.getString("reason")));
            });
            return health.build();
        } catch (DataAccessException | TransactionException e) {
            return Health.unknown().build();
        }
    }
}
