package dev.layeredsaga.messaging.settings;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.util.Assert;

/** Settings below {@code messaging}. */
@ConfigurationProperties("messaging")
public record MessagingProperties(
        @DefaultValue OutboxSettings outbox,
        @DefaultValue InboxSettings inbox,
        @DefaultValue TopicSettings topics,
        @DefaultValue ListenerSettings listener,
        @DefaultValue StartupSettings startup) {

    /** @throws IllegalArgumentException if the inbox would forget messages that can still be delivered again */
    public MessagingProperties {
        Assert.isTrue(
                inbox.retention().compareTo(topics.retention()) > 0,
                "messaging.inbox.retention (" + inbox.retention() + ") must be longer than messaging.topics.retention ("
                        + topics.retention() + ")");
    }

    /**
     * Settings of the outbox.
     *
     * @param deleteInterval the time between two deletions of acknowledged messages; messages that are sent after those of another
     *     instance wait for its deletion; default 250 ms
     * @param sweepInterval the interval between two sweeps for left-behind messages; default 500 ms
     * @param sweepAge the age at which a message counts as left behind; default 2 s
     * @param memory the maximum number of messages that wait in memory for the producer; others wait for the sweep; default 10,000
     */
    public record OutboxSettings(
            @DefaultValue("250ms") Duration deleteInterval,
            @DefaultValue("500ms") Duration sweepInterval,
            @DefaultValue("2s") Duration sweepAge,
            @DefaultValue("10000") int memory) {}

    /**
     * Settings of the inbox.
     *
     * @param retention the time for which handled messages are remembered; default 8 days; must exceed the topics' retention, within
     *     which messages can be delivered again
     * @param interval how often expired entries are deleted; default 10 minutes
     */
    public record InboxSettings(
            @DefaultValue("8d") Duration retention,
            @DefaultValue("10m") Duration interval) {

        /** @throws IllegalArgumentException if the interval is not positive */
        public InboxSettings {
            Assert.isTrue(interval.isPositive(), "messaging.inbox.interval must be positive, but it is " + interval);
        }
    }

    /**
     * Settings of the topics that are created; existing topics keep theirs.
     *
     * @param partitions the number of partitions; default 6
     * @param retention the retention of messages; default 7 days
     * @param deadLetterRetention the retention of dead letters; default 30 days
     * @param replicationFactor the number of brokers that keep a copy; default: the broker's {@code default.replication.factor}
     * @param minInSyncReplicas the number of copies to be written before a message counts as sent; default: the broker's
     *     {@code min.insync.replicas}
     */
    public record TopicSettings(
            @DefaultValue("6") int partitions,
            @DefaultValue("7d") Duration retention,
            @DefaultValue("30d") Duration deadLetterRetention,
            @Nullable Short replicationFactor,
            @Nullable Integer minInSyncReplicas) {

        /** @throws IllegalArgumentException if a value is less than 1 or the replicas can never suffice */
        public TopicSettings {
            requirePositive("partitions", partitions);
            if (replicationFactor != null) {
                requirePositive("replication-factor", replicationFactor);
            }
            if (minInSyncReplicas != null) {
                requirePositive("min-in-sync-replicas", minInSyncReplicas);
            }
            if (replicationFactor != null && minInSyncReplicas != null && minInSyncReplicas > replicationFactor) {
                throw new IllegalArgumentException("messaging.topics.min-in-sync-replicas (" + minInSyncReplicas
                        + ") must not exceed messaging.topics.replication-factor (" + replicationFactor + ")");
            }
        }

        private static void requirePositive(String setting, int value) {
            Assert.isTrue(value >= 1, "messaging.topics." + setting + " (" + value + ") must be at least 1");
        }
    }

    /**
     * Settings of the consumers.
     *
     * @param concurrency threads per consumer group and instance; default 1, because messages that arrive during a batch enlarge the
     *     next one, and a larger batch costs less per message
     * @param batchSize the maximum number of records handled in one transaction; default 500
     * @param mostHeld the maximum number of messages that are held because they, or earlier ones with their key, cannot be handled; with
     *     more of them, partitions stop; default 10,000
     */
    public record ListenerSettings(
            @DefaultValue("1") int concurrency,
            @DefaultValue("500") int batchSize,
            @DefaultValue("10000") int mostHeld) {}

    /**
     * Settings of the check for PostgreSQL and Kafka before a service starts.
     *
     * @param enabled true for the check; the services of this project set it; default false
     * @param timeout the timeout for missing servers; zero probes once; default 30 s
     */
    public record StartupSettings(
            @DefaultValue("false") boolean enabled,
            @Name("wait") @DefaultValue("30s") Duration timeout) {}
}
