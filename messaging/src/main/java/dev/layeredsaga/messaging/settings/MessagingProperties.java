package dev.layeredsaga.messaging.settings;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/** Settings below {@code messaging}. */
@ConfigurationProperties("messaging")
public record MessagingProperties(
        @DefaultValue OutboxSettings outbox,
        @DefaultValue InboxSettings inbox,
        @DefaultValue TopicSettings topics,
        @DefaultValue ListenerSettings listener,
        @DefaultValue StartupSettings startup) {

    /** @throws IllegalArgumentException if a message may be delivered again that the inbox has forgotten */
    public MessagingProperties {
        if (inbox.retention().compareTo(topics.retention()) <= 0) {
            throw new IllegalArgumentException("messaging.inbox.retention (" + inbox.retention()
                    + ") must be longer than messaging.topics.retention (" + topics.retention() + ")");
        }
    }

    /**
     * Settings of the outbox.
     *
     * @param deleteInterval the least time between two deletions of acknowledged messages that no insertion has taken along, and two
     *     looks for those that messages of other instances wait for; default 10 ms
     * @param sweepInterval how often left-behind messages are looked for; default 500 ms
     * @param sweepAge how old a message must be to count as left behind; default 2 s
     * @param memory how many messages wait in memory for the producer at most, the others for the sweep; default 10,000
     */
    public record OutboxSettings(
            @DefaultValue("10ms") Duration deleteInterval,
            @DefaultValue("500ms") Duration sweepInterval,
            @DefaultValue("2s") Duration sweepAge,
            @DefaultValue("10000") int memory) {}

    /**
     * Settings of the inbox.
     *
     * @param retention how long handled messages are remembered; default 8 days, which must exceed the topics' retention of
     *     what may be delivered again
     */
    public record InboxSettings(@DefaultValue("8d") Duration retention) {}

    /**
     * Settings of the topics that do not exist yet; those that exist keep theirs.
     *
     * @param partitions default 6
     * @param retention how long messages are kept; default 7 days
     * @param deadLetterRetention how long dead letters are kept; default 30 days
     * @param replicationFactor how many brokers keep a copy; without it, what the broker has for {@code default.replication.factor}
     * @param minInSyncReplicas how many copies have to be written before a message counts as sent; without it, what the broker has for
     *     {@code min.insync.replicas}
     */
    public record TopicSettings(
            @DefaultValue("6") int partitions,
            @DefaultValue("7d") Duration retention,
            @DefaultValue("30d") Duration deadLetterRetention,
            @Nullable Short replicationFactor,
            @Nullable Integer minInSyncReplicas) {

        /** @throws IllegalArgumentException if there can never be enough copies */
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
            if (value < 1) {
                throw new IllegalArgumentException(
                        "messaging.topics." + setting + " (" + value + ") must be at least 1");
            }
        }
    }

    /**
     * Settings of the consumers.
     *
     * @param concurrency threads per consumer group and instance; default 1, because what arrives while one batch is handled makes
     *     the next one larger, and a larger batch costs less per message
     * @param batchSize the most records handled in one transaction; default 500
     */
    public record ListenerSettings(
            @DefaultValue("1") int concurrency,
            @DefaultValue("500") int batchSize) {}

    /**
     * Settings of the look at PostgreSQL, Kafka and Redis before a service starts.
     *
     * @param enabled whether to look at all; default true
     * @param patience ({@code wait}) how long to wait for those that are missing; zero is one look; default 30 s
     */
    public record StartupSettings(
            @DefaultValue("true") boolean enabled,
            @Name("wait") @DefaultValue("30s") Duration patience) {}
}
