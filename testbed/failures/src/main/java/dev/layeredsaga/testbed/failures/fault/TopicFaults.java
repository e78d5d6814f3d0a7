package dev.layeredsaga.testbed.failures.fault;

import dev.layeredsaga.contract.Topics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.TopicExistsException;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Counts the partitions of topics, knows how far they are read, and takes away topics and what is in them. Thread-safe. */
public final class TopicFaults {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** The consumer group of each topic that a service reads. */
    private static final Map<String, String> READERS = Map.of(
            Topics.ORDERS_EVENTS, "saga-orchestrator",
            Topics.INVENTORY_COMMANDS, "inventory-service",
            Topics.PAYMENT_COMMANDS, "saga-orchestrator",
            Topics.SAGA_REPLIES, "saga-orchestrator",
            Topics.SAGA_EVENTS, "order-service");

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
        } catch (CompletionException e) {
            if (e.getCause() instanceof TopicExistsException) {
                return get(admin.listTopics().names()).contains(topic);
            }
            throw e;
        }
    }

    /** Has all consumer groups, of which no member may run, forget how far they have read. */
    public void forgetGroups() {
        try (Admin admin = Admin.create(settings)) {
            Collection<GroupListing> groups =
                    get(admin.listGroups(ListGroupsOptions.forConsumerGroups()).all());
            get(admin.deleteConsumerGroups(
                            groups.stream().map(GroupListing::groupId).toList())
                    .all());
        }
    }

    /** Deletes all that is on the topic now, whether anybody has read it or not. */
    public void purge(String topic) {
        try (Admin admin = Admin.create(settings)) {
            Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
            endsOf(admin, topic).forEach((partition, end) -> all.put(partition, RecordsToDelete.beforeOffset(end)));
            get(admin.deleteRecords(all).all());
        }
    }

    /** Returns once the services have read all that is on their topics now. */
    public void awaitRead() {
        try (Admin admin = Admin.create(settings)) {
            Map<TopicPartition, Long> ends = new HashMap<>();
            READERS.keySet().forEach(topic -> ends.putAll(endsOf(admin, topic)));
            Awaitility.await("the services' consumers")
                    .atMost(TIMEOUT.multipliedBy(3))
                    .until(() -> READERS.values().stream().distinct().allMatch(group -> hasRead(admin, group, ends)));
        }
    }

    private static boolean hasRead(Admin admin, String group, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, OffsetAndMetadata> read =
                get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        return ends.entrySet().stream()
                .filter(end -> group.equals(READERS.get(end.getKey().topic())))
                .allMatch(end -> end.getValue() <= offsetOf(read.get(end.getKey())));
    }

    private static long offsetOf(@Nullable OffsetAndMetadata read) {
        return read == null ? 0 : read.offset();
    }

    private static Map<TopicPartition, Long> endsOf(Admin admin, String topic) {
        Map<TopicPartition, OffsetSpec> latest = partitionsOf(admin, topic).stream()
                .collect(Collectors.toMap(
                        partition -> new TopicPartition(topic, partition.partition()),
                        partition -> OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        get(admin.listOffsets(latest).all()).forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    private static List<TopicPartitionInfo> partitionsOf(Admin admin, String topic) {
        Map<String, TopicDescription> found =
                get(admin.describeTopics(List.of(topic)).allTopicNames());
        return found.values().iterator().next().partitions();
    }

    /** Waits no longer than the client does, for {@link #TIMEOUT}. */
    private static <T> T get(KafkaFuture<T> answer) {
        return answer.toCompletionStage().toCompletableFuture().join();
    }
}
