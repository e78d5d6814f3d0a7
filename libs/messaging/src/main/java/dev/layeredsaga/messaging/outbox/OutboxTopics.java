package dev.layeredsaga.messaging.outbox;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics that cannot be written to: missing, forbidden, without a leader, or with fewer replicas in sync than they need. The
 * producer would wait for these, and with it everything behind. A topic is asked about before the first message to it, and again as
 * long as it is avoided. Thread-safe.
 */
final class OutboxTopics implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(OutboxTopics.class);

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** A forbidden topic is tried again after this time, as only writing to it shows that it is forbidden. */
    private static final Duration AVOIDED = Duration.ofSeconds(1);

    private final Supplier<Admin> admins;
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final Map<String, Avoidance> avoided = new ConcurrentHashMap<>();
    private @Nullable Admin admin;

    OutboxTopics(Supplier<Admin> admins) {
        this.admins = admins;
    }

    private record Avoidance(String reason, long since) {

        boolean isRecent() {
            return System.nanoTime() - since < AVOIDED.toNanos();
        }
    }

    /** Returns why nothing is sent to the topic; null if it can be tried. Asks the broker about a topic that is new. */
    @Nullable String obstacleOf(String topic) {
        if (!known.contains(topic)) {
            check(topic);
        }
        Avoidance avoidance = avoided.isEmpty() ? null : avoided.get(topic);
        return avoidance == null ? null : avoidance.reason();
    }

    boolean isAvoided(String topic) {
        return avoided.containsKey(topic);
    }

    void avoid(String topic, String reason) {
        known.add(topic);
        if (avoided.put(topic, new Avoidance(reason, System.nanoTime())) == null) {
            log.warn("nothing is sent to {} for now: {}", topic, reason);
        }
    }

    /** Asks the broker about one topic, for two seconds at most. Without an answer nothing changes. */
    void check(String topic) {
        describe(topic, false);
    }

    /**
     * Asks the broker about all topics that have been written to.
     *
     * @return true if one of them cannot be written to
     */
    boolean checkAll() {
        known.forEach(topic -> describe(topic, true));
        return !avoided.isEmpty();
    }

    /** Asks the broker about the topics that have been avoided for a while. */
    void checkAvoided() {
        avoided.forEach((topic, avoidance) -> {
            if (!avoidance.isRecent()) {
                describe(topic, true);
            }
        });
    }

    private void describe(String topic, boolean withPartitions) {
        try {
            TopicDescription description = admin().describeTopics(List.of(topic))
                    .allTopicNames()
                    .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                    .get(topic);
            String obstacle = withPartitions && description != null ? obstacleIn(description) : null;
            if (obstacle == null) {
                available(topic);
            } else {
                avoid(topic, obstacle);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            failed(topic, e.getCause());
        } catch (TimeoutException | KafkaException e) {
            log.debug("the broker does not describe {}: {}", topic, e.toString());
        }
    }

    private @Nullable String obstacleIn(TopicDescription topic) throws InterruptedException {
        if (hasNoLeader(topic)) {
            return "a partition has no leader";
        }
        if (topic.partitions().stream()
                .allMatch(partition ->
                        partition.isr().size() == partition.replicas().size())) {
            return null;
        }
        int needed = minInSyncReplicas(topic.name());
        return topic.partitions().stream().anyMatch(partition -> hasTooFewInSync(partition, needed))
                ? "a partition has fewer than %d replicas in sync".formatted(needed)
                : null;
    }

    /** A broker asks for no more than there are, whatever is set. */
    private static boolean hasTooFewInSync(TopicPartitionInfo partition, int needed) {
        return partition.isr().size() < Math.min(needed, partition.replicas().size());
    }

    /** Returns 1 if the broker does not return it: a writer of a topic need not have been granted to read its settings. */
    private int minInSyncReplicas(String topic) throws InterruptedException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try {
            Config config = admin().describeConfigs(List.of(resource))
                    .all()
                    .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                    .get(resource);
            ConfigEntry needed = config == null ? null : config.get(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
            return needed == null ? 1 : Integer.parseInt(needed.value());
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            log.debug("the broker does not return the settings of {}: {}", topic, e.toString());
            return 1;
        }
    }

    private static boolean hasNoLeader(TopicDescription description) {
        return description.partitions().stream()
                .anyMatch(partition ->
                        partition.leader() == null || partition.leader().isEmpty());
    }

    private void available(String topic) {
        known.add(topic);
        if (avoided.remove(topic) != null) {
            log.info("{} can be written to again", topic);
        }
    }

    private void failed(String topic, @Nullable Throwable cause) {
        if (cause instanceof UnknownTopicOrPartitionException) {
            avoid(topic, "the topic is missing");
        } else if (cause instanceof TopicAuthorizationException) {
            avoid(topic, "the topic is forbidden");
        } else if (cause instanceof InvalidTopicException) {
            avoid(topic, "the topic's name is invalid");
        } else {
            log.debug("the broker does not describe {}", topic, cause);
        }
    }

    private synchronized Admin admin() {
        Admin present = admin;
        if (present == null) {
            present = admins.get();
            admin = present;
        }
        return present;
    }

    @Override
    public synchronized void close() {
        if (admin != null) {
            admin.close(Duration.ZERO);
        }
    }
}
