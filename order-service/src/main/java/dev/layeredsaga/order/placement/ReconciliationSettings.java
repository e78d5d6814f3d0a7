package dev.layeredsaga.order.placement;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code order.reconciliation}.
 *
 * @param interval the time between two runs; default 5 s
 * @param unstartedAfter the age at which an order without a saga is published again; default 30 s
 * @param cancelledAgain the time after which an accepted cancellation that has had no effect is published again; a tenth of the
 *     order's age if that is longer; default 5 s
 * @param unfinishedAfter the age at which an order whose saga has started is published again and its events are requested; default 2
 *     minutes and a half, longer than a saga takes without compensation
 * @param endedAfter the time after its placement at which an order's events are verified once, so that events lost before its
 *     ending are found; default 3 minutes
 * @param longest the longest time between two attempts for one order, otherwise a quarter of its age; default 10 minutes
 * @param placedAgainFor the age up to which an order is published again; default 7 days, less than the orchestrator keeps sagas
 * @param lookBack the time before the event of an unknown order from which on lost orders are looked for; default 1 hour
 * @param lostSince the time of the backup from which the database has been restored, such as {@code 2026-11-27T10:00:00Z}: at the start
 *     orders that were placed later are put back; default none
 * @param batchSize the maximum number of orders in one transaction; default 200
 */
@ConfigurationProperties("order.reconciliation")
public record ReconciliationSettings(
        @DefaultValue("5s") Duration interval,
        @DefaultValue("30s") Duration unstartedAfter,
        @DefaultValue("5s") Duration cancelledAgain,
        @DefaultValue("150s") Duration unfinishedAfter,
        @DefaultValue("3m") Duration endedAfter,
        @DefaultValue("10m") Duration longest,
        @DefaultValue("7d") Duration placedAgainFor,
        @DefaultValue("1h") Duration lookBack,
        @Nullable Instant lostSince,
        @DefaultValue("200") int batchSize) {

    /** @throws IllegalArgumentException if a setting is not positive */
    public ReconciliationSettings {
        Assert.isTrue(
                batchSize >= 1
                        && Stream.of(
                                        interval,
                                        unstartedAfter,
                                        cancelledAgain,
                                        unfinishedAfter,
                                        endedAfter,
                                        longest,
                                        placedAgainFor,
                                        lookBack)
                                .allMatch(Duration::isPositive),
                "every setting below order.reconciliation must be positive");
    }

    /** Returns the time between two publications of a cancellation for an order of that age. */
    public Duration untilNextCancellation(Duration age) {
        return Collections.max(List.of(cancelledAgain, age.dividedBy(10)));
    }

    /** Returns the time between two attempts for an order of that age. */
    public Duration untilNextAttempt(Duration age) {
        return Collections.max(List.of(unstartedAfter, Collections.min(List.of(age.dividedBy(4), longest))));
    }
}
