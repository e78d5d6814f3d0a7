package dev.layeredsaga.testbed.failures.matrix.system;

import dev.layeredsaga.contract.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** The services' consumer lag, by the offsets of their consumer groups. */
record Backlog(String kafka) {

    private static final Map<String, String> GROUP_OF = Map.of(
            Topics.ORDERS_EVENTS, "saga-orchestrator",
            Topics.INVENTORY_COMMANDS, "inventory-service",
            Topics.PAYMENT_COMMANDS, "saga-orchestrator",
            Topics.SAGA_REPLIES, "saga-orchestrator",
            Topics.SAGA_EVENTS, "order-service");

    /** Returns once everything that was there when it was called is taken in. */
    void awaitNone() {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka))) {
            Map<TopicPartition, Long> ends = answer(() -> endsOf(admin));
            Awaitility.await("the services' consumers")
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> hasReached(admin, ends));
        }
    }

    private static <T> T answer(Callable<T> question) {
        try {
            return question.call();
        } catch (Exception e) {
            throw new IllegalStateException("Kafka does not tell its offsets", e);
        }
    }

    private static Map<TopicPartition, Long> endsOf(Admin admin) throws ExecutionException, InterruptedException {
        List<TopicPartition> partitions =
                admin.describeTopics(GROUP_OF.keySet()).allTopicNames().get().values().stream()
                        .flatMap(topic -> topic.partitions().stream()
                                .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                        .toList();
        return admin
                .listOffsets(partitions.stream().collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest())))
                .all()
                .get()
                .entrySet()
                .stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, end -> end.getValue().offset()));
    }

    private static boolean hasReached(Admin admin, Map<TopicPartition, Long> ends) {
        return GROUP_OF.entrySet().stream().allMatch(group -> {
            Map<TopicPartition, OffsetAndMetadata> taken = answer(() -> admin.listConsumerGroupOffsets(group.getValue())
                    .partitionsToOffsetAndMetadata()
                    .get());
            return ends.entrySet().stream()
                    .filter(end -> end.getKey().topic().equals(group.getKey()))
                    .allMatch(end -> end.getValue() <= offsetOf(taken.get(end.getKey())));
        });
    }

    private static long offsetOf(@Nullable OffsetAndMetadata taken) {
        return taken == null ? 0 : taken.offset();
    }
}
