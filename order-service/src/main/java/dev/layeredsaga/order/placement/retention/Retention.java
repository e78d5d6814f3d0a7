package dev.layeredsaga.order.placement.retention;

import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.messaging.settings.MessagingProperties;
import dev.layeredsaga.messaging.sweep.Sweep;
import dev.layeredsaga.messaging.time.DatabaseClock;
import dev.layeredsaga.order.placement.ReconciliationSettings;
import dev.layeredsaga.order.placement.ReturnSettings;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.util.Assert;

/**
 * Removes orders that ended long ago, with their events, in short transactions. Finds them by the time of their placement, so that ending
 * an order writes no index. Any number of instances may run it concurrently.
 */
@Component
@EnableConfigurationProperties(Retention.Settings.class)
class Retention implements Sweep {

    private static final Logger log = LoggerFactory.getLogger(Retention.class);

    private static final String REMOVE = """
            WITH ended AS (
              SELECT id FROM customer_order WHERE placed_at < ? AND status <> 'PENDING' AND updated_at < ?
              ORDER BY placed_at, id LIMIT ? FOR UPDATE SKIP LOCKED
            ), without_events AS (
              DELETE FROM order_event USING ended WHERE order_event.order_id = ended.id
            )
            DELETE FROM customer_order USING ended WHERE customer_order.id = ended.id
            """;

    private final JdbcTemplate jdbc;
    private final DatabaseClock clock;
    private final Settings settings;
    private final Counter removed;

    /**
     * Settings below {@code order.retention}.
     *
     * @param keep the time for which an order is kept after its end, with its events and its idempotency key; default 400 days, a business
     *     year and a month. It must be longer than {@code sagas} and than the inbox's retention ({@code messaging.inbox.retention})
     * @param sagas the time for which the orchestrator keeps ended sagas ({@code saga.retention.keep}); default 30 days. It must be
     *     longer than {@code order.reconciliation.placed-again-for}, because an order that is published again after its saga was removed
     *     would start another one, and than returns take ({@code order.returns.window}), because its payment is removed with its saga
     * @param interval the time between two runs; default 1 h
     * @param batchSize the maximum number of orders removed in one transaction; default 500
     */
    @ConfigurationProperties("order.retention")
    record Settings(
            @DefaultValue("400d") Duration keep,
            @DefaultValue("30d") Duration sagas,
            @DefaultValue("1h") Duration interval,
            @DefaultValue("500") int batchSize) {

        /** @throws IllegalArgumentException if a setting is not positive, or orders are removed before their sagas */
        Settings {
            Assert.isTrue(
                    interval.isPositive() && batchSize >= 1,
                    "order.retention.interval and .batch-size must be positive");
            Assert.isTrue(
                    keep.compareTo(sagas) > 0,
                    "order.retention.keep (%s) must be longer than order.retention.sagas (%s)".formatted(keep, sagas));
        }
    }

    /** @throws StartupException if orders are kept no longer than inbox entries, or sagas no longer than orders are published again or returned */
    Retention(
            JdbcTemplate jdbc,
            DatabaseClock clock,
            Settings settings,
            MessagingProperties messaging,
            ReconciliationSettings reconciliation,
            ReturnSettings returns,
            MeterRegistry meters) {
        StartupException.requireLonger(
                "order.retention.keep", settings.keep(),
                "messaging.inbox.retention", messaging.inbox().retention());
        StartupException.requireLonger(
                "order.retention.sagas", settings.sagas(),
                "order.reconciliation.placed-again-for", reconciliation.placedAgainFor());
        StartupException.requireLonger(
                "order.retention.sagas", settings.sagas(),
                "order.returns.window, order.returns.goods-timeout and a day", returns.longest());
        this.jdbc = jdbc;
        this.clock = clock;
        this.settings = settings;
        this.removed = Counter.builder("orders.removed")
                .description("Orders that had ended long ago and were removed with their events")
                .register(meters);
    }

    @Override
    public Schedule schedule() {
        return new Schedule("ended orders to remove", settings.interval(), settings.batchSize());
    }

    @Override
    public int sweep() {
        OffsetDateTime before = clock.now().minus(settings.keep()).atOffset(ZoneOffset.UTC);
        int count = jdbc.update(REMOVE, before, before, settings.batchSize());
        if (count > 0) {
            log.info("removed {} orders that had ended more than {} ago", count, settings.keep());
            AfterCommit.run(() -> removed.increment(count));
        }
        return count;
    }
}
