package dev.layeredsaga.inventory.claim.retention;

import dev.layeredsaga.inventory.claim.ClaimEvents;
import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.sweep.Sweep;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Component;
import org.springframework.util.Assert;

/**
 * Scans held claims and publishes those that a saga has held for long, so that a claim whose saga has ended is settled. Pages are
 * read by expiry, which is indexed; only published claims are written to. Any number of instances may run concurrently.
 */
@Component
@EnableConfigurationProperties(UnsettledClaims.Settings.class)
class UnsettledClaims implements Sweep {

    private static final Logger log = LoggerFactory.getLogger(UnsettledClaims.class);

    private static final String PAGE = """
            SELECT id, expires_at, saga_id IS NOT NULL
              AND created_at < clock_timestamp() - ? * interval '1 ms'
              AND (reported_at IS NULL OR reported_at < clock_timestamp() - ? * interval '1 ms') AS due
            FROM claim WHERE state = 'HELD' AND (expires_at, id) > (?, ?)
            ORDER BY expires_at, id LIMIT ?
            """;

    private static final String REPORT = """
            WITH due AS (
              SELECT id FROM claim WHERE id = ANY (?) AND state = 'HELD'
                AND (reported_at IS NULL OR reported_at < clock_timestamp() - ? * interval '1 ms')
              FOR UPDATE SKIP LOCKED
            )
            UPDATE claim SET reported_at = clock_timestamp() FROM due WHERE claim.id = due.id
            RETURNING claim.id, saga_id, created_at
            """;

    /**
     * Settings below {@code inventory.unsettled}, for claims that sagas have held for long.
     *
     * @param interval the pause between two scans of held claims; default 30 s
     * @param heldFor the time after which a saga's claim is published to the orchestrator; default 3 minutes, longer than a saga goes
     *     forward and shorter than a claim lasts ({@code orchestrator.order-saga})
     * @param again the time after which a claim is published again, if it is still held; default 1 minute
     * @param batchSize the most claims read at once; default 500
     */
    @ConfigurationProperties("inventory.unsettled")
    record Settings(
            @DefaultValue("30s") Duration interval,
            @DefaultValue("3m") Duration heldFor,
            @DefaultValue("1m") Duration again,
            @DefaultValue("500") int batchSize) {

        /** @throws IllegalArgumentException if a setting is not positive */
        Settings {
            Assert.isTrue(
                    interval.isPositive() && heldFor.isPositive() && again.isPositive() && batchSize >= 1,
                    "every setting below inventory.unsettled must be positive");
        }
    }

    private record Held(UUID id, Instant expiresAt, boolean isDue) {

        static final Held NONE = new Held(new UUID(0, 0), Instant.EPOCH, false);

        static Held of(ResultSet row, int number) throws SQLException {
            return new Held(
                    row.getObject("id", UUID.class),
                    row.getTimestamp("expires_at").toInstant(),
                    row.getBoolean("due"));
        }
    }

    private final JdbcOperations jdbc;
    private final ClaimEvents events;
    private final Settings settings;
    private final Counter reported;
    private volatile Held last = Held.NONE;

    UnsettledClaims(JdbcOperations jdbc, ClaimEvents events, Settings settings, MeterRegistry meters) {
        this.jdbc = jdbc;
        this.events = events;
        this.settings = settings;
        this.reported = Counter.builder("inventory.claims.unsettled")
                .description("Claims that a saga has held for long, counted each time that they are reported")
                .register(meters);
    }

    @Override
    public Schedule schedule() {
        return new Schedule("claims that sagas hold for long", settings.interval(), settings.batchSize());
    }

    /** Publishes the claims that are due on the next page. */
    @Override
    public int sweep() {
        List<Held> held = next();
        publish(held.stream().filter(Held::isDue).map(Held::id).toList());
        Held end = held.size() < settings.batchSize() ? Held.NONE : held.getLast();
        AfterCommit.run(() -> last = end);
        return held.size();
    }

    private List<Held> next() {
        return jdbc.query(
                PAGE,
                Held::of,
                settings.heldFor().toMillis(),
                settings.again().toMillis(),
                last.expiresAt().atOffset(ZoneOffset.UTC),
                last.id(),
                settings.batchSize());
    }

    private void publish(List<UUID> due) {
        if (!due.isEmpty()) {
            List<UUID> published = jdbc.query(
                    REPORT,
                    (row, number) -> publish(row),
                    due.toArray(UUID[]::new),
                    settings.again().toMillis());
            log.info("{} claims have been held by their sagas for more than {}", published.size(), settings.heldFor());
            AfterCommit.run(() -> reported.increment(published.size()));
        }
    }

    private UUID publish(ResultSet row) throws SQLException {
        UUID claim = row.getObject("id", UUID.class);
        events.unsettled(
                claim,
                row.getObject("saga_id", UUID.class),
                row.getTimestamp("created_at").toInstant());
        return claim;
    }
}
