package dev.layeredsaga.engine.retention;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code saga.retention}, for the sagas and for what local participants know of them.
 *
 * @param keep how long a saga is kept after its end, with all that belongs to it; default 30 days. It must be longer than any
 *     message about the saga may be under way, or be delivered again: what comes later finds nothing that says it has been
 *     handled
 * @param interval how often to look for what is old; default 1 h
 * @param batchSize the most sagas removed in one transaction; default 500
 */
@ConfigurationProperties("saga.retention")
record RetentionSettings(
        @DefaultValue("30d") Duration keep,
        @DefaultValue("1h") Duration interval,
        @DefaultValue("500") int batchSize) {

    /** @throws IllegalArgumentException if a setting makes no sense */
    RetentionSettings {
        Assert.isTrue(
                keep.isPositive() && interval.isPositive() && batchSize >= 1,
                "saga.retention: keep and interval must be positive and batch-size" + " at least 1, but they are "
                        + keep + ", " + interval + " and " + batchSize);
    }
}
