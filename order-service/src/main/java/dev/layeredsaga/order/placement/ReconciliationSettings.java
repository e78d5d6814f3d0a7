package dev.layeredsaga.order.placement;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code order.reconciliation}.
 *
 * @param interval how often pending orders are looked through; default 5 s
 * @param unstartedAfter when an order without a saga is published again; default 30 s
 * @param unfinishedAfter when the events of a started saga are asked for again; default 2 minutes and a half, which is longer than a saga
 *     goes forward
 * @param endedAfter how long after its placement an order's events are verified once, so that what was lost before its ending is found;
 *     default 3 minutes
 * @param longest the longest time between two attempts for one order, which grows with its age; default 10 minutes
 * @param placedAgainFor until when an order is published again; default 7 days, which is shorter than the orchestrator keeps sagas
 * @param batchSize the most orders in one transaction; default 200
 */
@ConfigurationProperties("order.reconciliation")
public record ReconciliationSettings(
        @DefaultValue("5s") Duration interval,
        @DefaultValue("30s") Duration unstartedAfter,
        @DefaultValue("150s") Duration unfinishedAfter,
        @DefaultValue("3m") Duration endedAfter,
        @DefaultValue("10m") Duration longest,
        @DefaultValue("7d") Duration placedAgainFor,
        @DefaultValue("200") int batchSize) {

    /** @throws IllegalArgumentException if a setting is not positive */
    public ReconciliationSettings {
        if (batchSize < 1
                || Stream.of(interval, unstartedAfter, unfinishedAfter, endedAfter, longest, placedAgainFor)
                        .anyMatch(setting -> !setting.isPositive())) {
            throw new IllegalArgumentException("every setting below order.reconciliation must be positive");
        }
    }

    /** Returns how long to wait between two attempts for an order of that age. */
    public Duration untilNextAttempt(Duration age) {
        return Collections.max(List.of(unstartedAfter, Collections.min(List.of(age, longest))));
    }
}
