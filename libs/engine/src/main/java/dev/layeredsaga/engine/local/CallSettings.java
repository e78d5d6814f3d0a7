package dev.layeredsaga.engine.local;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code saga.calls}, for steps that are calls outside any transaction.
 *
 * @param concurrency the most calls that are out at once; beyond it, sagas try again later; default 64
 * @param timeLimit when a call that has not returned is interrupted and gives its place back, or after its step's timeout if that is longer;
 *     default 1 minute
 * @param shutdownGrace how long a stopping service waits for calls that are out before it interrupts them; default 8 s
 */
@ConfigurationProperties("saga.calls")
public record CallSettings(
        @DefaultValue("64") int concurrency,
        @DefaultValue("1m") Duration timeLimit,
        @DefaultValue("8s") Duration shutdownGrace) {

    /** @throws IllegalArgumentException if a setting makes no sense */
    public CallSettings {
        Assert.isTrue(
                concurrency >= 1 && timeLimit.isPositive() && !shutdownGrace.isNegative(),
                "saga.calls: concurrency must be at least 1, time-limit positive and shutdown-grace not negative, but they are "
                        + concurrency + ", " + timeLimit + " and " + shutdownGrace);
    }
}
