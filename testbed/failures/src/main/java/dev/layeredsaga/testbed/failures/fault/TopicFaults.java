package dev.layeredsaga.testbed.failures.fault;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.TopicExistsException;
import org.awaitility.Awaitility;

/** Counts the partitions of topics, and takes away topics and what is in them. Thread-safe. */
public final class TopicFaults {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Map<String, Object> settings;

    public TopicFaults(String kafkaBootstrapServers) {
        this.settings = Map.of(
                "bootstrap.servers",
                kafkaBootstrapServers,
                "default.api.timeout.ms",
                Math.toIntExact(TIMEOUT.toMillis()),
                "request.timeout.ms",
                Math.toIntExact(TIMEOUT.dividedBy(2).toMillis()));
    }

    /**
     * Deletes the topic with all that is in it.
     *
     * @return its number of partitions
     */
    public int delete(String topic) {
        try (Admin admin = Admin.create(settings)) {
            int partitions = partitionsOf(admin, topic).size();
            get(admin.deleteTopics(List.of(topic)).all());
            return partitions;
        }
    }

    /** Returns the topic's number of partitions. */
    public int partitions(String topic) {
        try (Admin admin = Admin.create(settings)) {
            return partitionsOf(admin, topic).size();
        }
    }

    /** Creates the topic again; nothing if it is there. */
    public void create(String topic, int partitions) {
        try (Admin admin = Admin.create(settings)) {
            // a topic that was deleted a moment ago may still be known
            Awaitility.await(topic).atMost(TIMEOUT).until(() -> isCreated(admin, topic, partitions));
        }
    }

    private static boolean isCreated(Admin admin, String topic, int partitions) {
        try {
            get(admin.createTopics(List.of(new NewTopic(topic, Optional.of(partitions), Optional.empty())))
                    .all());
            return true;
        } catch (IllegalStateException e) {
            if (e.getCause() instanceof TopicExistsException) {
                return get(admin.listTopics().names()).contains(topic);
            }
            throw e;
        }
    }

    /** Has all consumer groups, of which no member may run, forget how far they have read. */
    public void forgetGroups() {
        try (Admin admin = Admin.create(settings)) {
            List<String> groups = get(admin.listGroups(ListGroupsOptions.forConsumerGroups())
                            .all())
                    .stream()
                    .map(GroupListing::groupId)
                    .toList();
            get(admin.deleteConsumerGroups(groups).all());
        }
    }

    /** Deletes all that is on the topic now, whether anybody has read it or not. */
    public void purge(String topic) {
        try (Admin admin = Admin.create(settings)) {
            Map<TopicPartition, OffsetSpec> ends = partitionsOf(admin, topic).stream()
                    .collect(Collectors.toMap(
                            partition -> new TopicPartition(topic, partition.partition()),
                            partition -> OffsetSpec.latest()));
            Map<TopicPartition, RecordsToDelete> all = get(
                            admin.listOffsets(ends).all())
                    .entrySet()
                    .stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey,
                            end -> RecordsToDelete.beforeOffset(end.getValue().offset())));
            get(admin.deleteRecords(all).all());
        }
    }

    private static List<TopicPartitionInfo> partitionsOf(Admin admin, String topic) {
        return Objects.requireNonNull(
                        get(admin.describeTopics(List.of(topic)).allTopicNames())
                                .get(topic),
                        topic)
                .partitions();
    }

    private static <T> T get(KafkaFuture<T> answer) {
        try {
            return answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("the broker has not answered for " + TIMEOUT, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
