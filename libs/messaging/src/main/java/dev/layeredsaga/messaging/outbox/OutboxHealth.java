package dev.layeredsaga.messaging.outbox;

import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Details of what waits in the outbox, for those who may see details. It is always up, and no part of readiness: a service whose messages
 * cannot be sent still takes requests. Thread-safe.
 */
record OutboxHealth(StuckTable stuck) implements HealthIndicator {

    private static final String OLDEST = """
            SELECT coalesce(round(extract(epoch FROM clock_timestamp() - (SELECT created_at FROM outbox ORDER BY id LIMIT 1))), 0)
            """;

    @Override
    public Health health() {
        try {
            Long oldest = stuck.jdbc().queryForObject(OLDEST, Long.class);
            Health.Builder health = Health.up().withDetail("oldestSeconds", oldest == null ? 0 : oldest);
            stuck.summaries()
                    .forEach(topic -> health.withDetail(
                            "stuck " + topic.topic(),
                            Map.of(
                                    "messages", topic.messages(),
                                    "oldestSeconds", topic.oldest().toSeconds(),
                                    "reason", topic.reason())));
            return health.build();
        } catch (DataAccessException | TransactionException e) {
            return Health.unknown().build();
        }
    }
}
