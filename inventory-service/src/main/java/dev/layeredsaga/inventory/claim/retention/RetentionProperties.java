package dev.layeredsaga.inventory.claim.retention;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code inventory.retention}, for claims that have ended and for tombstones.
 *
 * @param keep how long they are kept after the time at which they would have expired; default 30 days. Longer than the inbox
 *     remembers messages ({@code messaging.inbox.retention}) and than topics keep them ({@code topics}), because a command that comes
 *     late has to find what became of its claim
 * @param topics how long Kafka keeps commands on {@code inventory.commands}; default 7 days, which is Kafka's own
 * @param batchSize how many go in one transaction; default 500
 */
@ConfigurationProperties("inventory.retention")
record RetentionProperties(
        @DefaultValue("30d") Duration keep,
        @DefaultValue("7d") Duration topics,
        @DefaultValue("500") int batchSize) {

    /** @throws IllegalArgumentException if a batch is empty, or claims go while a command for them may still come */
    RetentionProperties {
        if (batchSize < 1) {
            throw new IllegalArgumentException("inventory.retention.batch-size must be at least 1");
        }
        if (keep.compareTo(topics) <= 0) {
            throw new IllegalArgumentException(
                    "inventory.retention.keep (%s) must be longer than inventory.retention.topics (%s)"
                            .formatted(keep, topics));
        }
    }
}
