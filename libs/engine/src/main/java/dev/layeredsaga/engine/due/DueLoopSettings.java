package dev.layeredsaga.engine.due;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code saga.due-loop}.
 *
 * @param interval how often to look for sagas while some are due; default 100 ms
 * @param batchSize the most sagas taken at once; default 200
 * @param lockTimeout after which time a dead instance's sagas are picked up by another; default 30 s
 */
@ConfigurationProperties("saga.due-loop")
public record DueLoopSettings(
        @DefaultValue("100ms") Duration interval,
        @DefaultValue("200") int batchSize,
        @DefaultValue("30s") Duration lockTimeout) {

    /** @throws IllegalArgumentException if a setting makes no sense */
    public DueLoopSettings {
        Assert.isTrue(
                interval.isPositive() && lockTimeout.compareTo(interval) > 0 && batchSize >= 1,
                "saga.due-loop: interval must be positive, lock-timeout longer"
                        + " than interval and batch-size at least 1, but they are " + interval + ", " + lockTimeout
                        + " and "
                        + batchSize);
    }
}
