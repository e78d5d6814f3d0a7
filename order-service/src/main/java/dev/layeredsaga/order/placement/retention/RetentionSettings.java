package dev.layeredsaga.order.placement.retention;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code order.retention}.
 *
 * @param keep the time for which an order is kept after its end, with its events and its idempotency key; default 400 days, a business
 *     year and a month. It must be longer than {@code sagas} and than the inbox's retention ({@code messaging.inbox.retention})
 * @param sagas the time for which the orchestrator keeps ended sagas ({@code orchestrator.retention.keep}); default 30 days. It must be
 *     longer than {@code order.reconciliation.placed-again-for}, because an order that is published again after its saga was removed
 *     would start another one
 * @param interval the time between two runs; default 1 h
 * @param batchSize the maximum number of orders removed in one transaction; default 500
 */
@ConfigurationProperties("order.retention")
record RetentionSettings(
        @DefaultValue("400d") Duration keep,
        @DefaultValue("30d") Duration sagas,
        @DefaultValue("1h") Duration interval,
        @DefaultValue("500") int batchSize) {

    /** @throws IllegalArgumentException if a setting is not positive, or orders are removed before their sagas */
    RetentionSettings {
        if (!interval.isPositive() || batchSize < 1) {
            throw new IllegalArgumentException("order.retention.interval and .batch-size must be positive");
        }
        if (keep.compareTo(sagas) <= 0) {
            throw new IllegalArgumentException(
                    "order.retention.keep (%s) must be longer than order.retention.sagas (%s)".formatted(keep, sagas));
        }
    }
}
