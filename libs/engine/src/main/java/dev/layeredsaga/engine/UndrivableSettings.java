package dev.layeredsaga.engine;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code saga.undrivable}, for sagas that their definition cannot drive.
 *
 * @param tries after how many failed runs in one step the saga is stuck; default 3
 * @param backoff the pause after the first failed run, doubled after each further one; default 2 s
 * @param retryInterval how often a saga that is stuck for this reason is tried again, so that a mended program heals it; default 5
 *     minutes
 */
@ConfigurationProperties("saga.undrivable")
public record UndrivableSettings(
        @DefaultValue("3") int tries,
        @DefaultValue("2s") Duration backoff,
        @DefaultValue("5m") Duration retryInterval) {

    private static final int MOST_TRIES = 20;

    /** @throws IllegalArgumentException if a setting makes no sense */
    public UndrivableSettings {
        Assert.isTrue(
                tries >= 1 && tries <= MOST_TRIES && backoff.isPositive() && retryInterval.compareTo(backoff) >= 0,
                "saga.undrivable: tries must be 1 to " + MOST_TRIES
                        + ", backoff positive and retry-interval at least as long, but they are " + tries + ", "
                        + backoff
                        + " and " + retryInterval);
    }

    /** Returns how long to wait after so many failed runs. */
    Duration pauseAfter(int failedRuns) {
        return failedRuns < tries ? backoff.multipliedBy(1L << (failedRuns - 1)) : retryInterval;
    }
}
