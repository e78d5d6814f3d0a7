package dev.layeredsaga.inventory.claim.retention;

import dev.layeredsaga.inventory.claim.ClaimIds;
import dev.layeredsaga.inventory.claim.HoldProperties;
import dev.layeredsaga.inventory.claim.request.ClaimRequests;
import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.messaging.settings.MessagingProperties;
import dev.layeredsaga.messaging.sweep.Sweep;
import dev.layeredsaga.messaging.time.DatabaseClock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Component;
import org.springframework.util.Assert;

/**
 * Removes claims and tombstones that ended long ago, and old idempotency keys, in short transactions. Claims are found by id, which begins
 * with the time of creation, so that ending a claim needs no write to a further index. Any number of instances can run concurrently.
 */
@Component
class Retention implements Sweep {

    private static final Logger log = LoggerFactory.getLogger(Retention.class);

    private static final String REMOVE = """
            WITH ended AS (
              SELECT id FROM claim WHERE id < ? AND state <> 'HELD' AND expires_at < ?
              ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED
            )
            DELETE FROM claim USING ended WHERE claim.id = ended.id
            """;

    private final JdbcOperations jdbc;
    private final DatabaseClock clock;
    private final ClaimRequests requests;
    private final Settings settings;
    private final HoldProperties holds;
    private final Counter removed;
    private final Counter forgotten;

    /**
     * Settings below {@code inventory.retention}, for claims that have ended and for tombstones.
     *
     * @param keep the time for which ended claims are kept after they would have expired; default 30 days. Longer than {@code returns};
     *     than the inbox keeps messages ({@code messaging.inbox.retention}); and than topics keep them ({@code topics}), because a late
     *     command has to find the result of its claim
     * @param returns the longest time from an order's placement until a return of it is restocked, which needs its claim; default 29 days,
     *     which are the defaults of {@code order.returns.window} and {@code orchestrator.returns.goods-timeout}, and a day
     * @param topics the retention of commands in Kafka on {@code inventory.commands}; default 7 days, which is Kafka's own default
     * @param interval how often to look for what is old; default 10 minutes
     * @param batchSize the most claims, and the most idempotency keys, removed in one transaction; default 500
     */
    @ConfigurationProperties("inventory.retention")
    record Settings(
            @DefaultValue("30d") Duration keep,
            @DefaultValue("29d") Duration returns,
            @DefaultValue("7d") Duration topics,
            @DefaultValue("10m") Duration interval,
            @DefaultValue("500") int batchSize) {

        /** @throws IllegalArgumentException if the interval or a batch is empty, or claims are removed while a command for them may still arrive */
        Settings {
            Assert.isTrue(
                    interval.isPositive() && batchSize >= 1,
                    "inventory.retention.interval and .batch-size must be positive");
            Assert.isTrue(
                    keep.compareTo(topics) > 0,
                    "inventory.retention.keep (%s) must be longer than inventory.retention.topics (%s)"
                            .formatted(keep, topics));
        }
    }

    /** @throws StartupException if claims are not kept for longer than the inbox keeps their messages, than the keys that led to them, and than returns take */
    Retention(
            JdbcOperations jdbc,
            DatabaseClock clock,
            ClaimRequests requests,
            Settings settings,
            HoldProperties holds,
            MessagingProperties messaging,
            MeterRegistry meters) {
        String keep = "inventory.retention.keep";
        StartupException.requireLonger(
                keep,
                settings.keep(),
                "messaging.inbox.retention",
                messaging.inbox().retention());
        StartupException.requireLonger(keep, settings.keep(), "inventory.holds.keep-keys", holds.keepKeys());
        StartupException.requireLonger(keep, settings.keep(), "inventory.retention.returns", settings.returns());
        this.jdbc = jdbc;
        this.clock = clock;
        this.requests = requests;
        this.settings = settings;
        this.holds = holds;
        this.removed = Counter.builder("inventory.retention.removed")
                .description("Claims and tombstones that had ended long ago and were removed")
                .register(meters);
        this.forgotten = Counter.builder("inventory.holds.keys.forgotten")
                .description("Idempotency keys of holds that were old and were forgotten")
                .register(meters);
    }

    @Override
    public Schedule schedule() {
        return new Schedule("ended claims and old keys", settings.interval(), settings.batchSize());
    }

    @Override
    public int sweep() {
        Instant before = clock.now().minus(settings.keep());
        Object[] old = {ClaimIds.firstOf(before), before.atOffset(ZoneOffset.UTC), settings.batchSize()};
        return Math.max(
                counted(jdbc.update(REMOVE, old), removed),
                counted(requests.forgetOlderThan(holds.keepKeys(), settings.batchSize()), forgotten));
    }

    private static int counted(int rows, Counter counter) {
        if (rows > 0) {
            log.info("{}: {}", counter.getId().getDescription(), rows);
            AfterCommit.run(() -> counter.increment(rows));
        }
        return rows;
    }
}
