package dev.layeredsaga.inventory.claim.retention;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code inventory.retention}, for claims that have ended and for tombstones.
 *
 * @param keep the time for which ended claims are kept after they would have expired; default 30 days. Longer than the inbox keeps
 *     messages ({@code messaging.inbox.retention}) and than topics keep them ({@code topics}), because a late command has to find
 *     the result of its claim
 * @param topics the retention of commands in Kafka on {@code inventory.commands}; default 7 days, which is Kafka's own default
 * @param batchSize the most claims removed in one transaction; default 500
 */
@ConfigurationProperties("inventory.retention")
record RetentionProperties(
        @DefaultValue("30d") Duration keep,
        @DefaultValue("7d") Duration topics,
        @DefaultValue("500") int batchSize) {

    /** @throws IllegalArgumentException if a batch is empty, or claims are removed while a command for them may still arrive */
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
