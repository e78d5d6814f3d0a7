package dev.layeredsaga.testbed.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.messaging.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** What stands on the public topic, read as a stranger would: plain Kafka, none of our classes. */
final class SagaEvents {

    /** An event as its headers tell it. */
    record Event(String type, long sequence, String id) {}

    private final Map<String, List<Event>> bySaga = new HashMap<>();

    private SagaEvents() {}

    /** Everything that is on the topic now, by saga, in the topic's order, without repetitions. */
    static SagaEvents read(String bootstrapServers) {
        SagaEvents events = new SagaEvents();
        Map<String, Object> settings = Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(Topics.SAGA_EVENTS).stream()
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
                consumer.poll(Duration.ofMillis(200)).forEach(events::add);
            }
        }
        return events;
    }

    private void add(ConsumerRecord<String, String> published) {
        Event event = new Event(
                header(published, "ce_type"),
                Long.parseLong(header(published, "ce_sequence")),
                header(published, "ce_id"));
        List<Event> saga = bySaga.computeIfAbsent(published.key(), none -> new ArrayList<>());
        if (saga.stream().noneMatch(earlier -> earlier.id().equals(event.id()))) {
            saga.add(event);
        }
    }

    List<String> typesOf(String sagaId) {
        return bySaga.getOrDefault(sagaId, List.of()).stream().map(Event::type).toList();
    }

    List<Long> sequencesOf(String sagaId) {
        return bySaga.getOrDefault(sagaId, List.of()).stream()
                .map(Event::sequence)
                .toList();
    }

    private static String header(ConsumerRecord<?, ?> published, String name) {
        var header = published.headers().lastHeader(name);
        if (header == null) {
            throw new AssertionError("an event without " + name + ": " + published);
        }
        return new String(header.value(), UTF_8);
    }
}
