package dev.layeredsaga.orchestrator.deadletter;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code orchestrator.dead-letters}.
 *
 * @param keep how long a dead letter is kept after it was sent again or discarded; default 35 days. It must be longer than the letter
 *     is on its topic ({@code messaging.topics.dead-letter-retention}). Open letters are kept
 * @param interval how often to look for what is old; default 1 h
 * @param batchSize the most letters removed in one transaction; default 500
 * @param scanRecords how many records behind a message are read at most, to find what has overtaken it; default 200,000
 * @param scanTime for how long records behind a message are read at most; default 5 s
 */
@ConfigurationProperties("orchestrator.dead-letters")
public record LetterSettings(
        @DefaultValue("35d") Duration keep,
        @DefaultValue("1h") Duration interval,
        @DefaultValue("500") int batchSize,
        @DefaultValue("200000") int scanRecords,
        @DefaultValue("5s") Duration scanTime) {

    /** @throws IllegalArgumentException if a setting makes no sense */
    public LetterSettings {
        Assert.isTrue(
                keep.isPositive()
                        && interval.isPositive()
                        && batchSize >= 1
                        && scanRecords >= 1
                        && scanTime.isPositive(),
                "orchestrator.dead-letters: keep, interval and scan-time must be positive,"
                        + " batch-size and scan-records at least 1, but they are " + keep + ", " + interval + ", "
                        + scanTime
                        + ", " + batchSize + " and " + scanRecords);
    }
}
