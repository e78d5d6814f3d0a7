package dev.layeredsaga.testbed.infrastructure;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;

/** The records of a topic, read with a plain Kafka consumer without a consumer group. Thread-safe. */
public final class PublishedRecords {

    /** Opening a consumer takes a tenth of a second, and tests poll again and again. */
    private static final Map<String, Reader> OF_SHARED_INFRASTRUCTURE = new ConcurrentHashMap<>();

    private final Supplier<List<ConsumerRecord<String, String>>> all;

    /** Reads from the {@link SharedInfrastructure}, each record once per JVM: the topic must not be deleted. */
    public PublishedRecords(String topic) {
        all = () -> OF_SHARED_INFRASTRUCTURE
                .computeIfAbsent(
                        topic, missing -> new Reader(SharedInfrastructure.get().kafkaBootstrapServers(), topic))
                .all();
    }

    public PublishedRecords(String bootstrapServers, String topic) {
        all = () -> {
            try (Reader reader = new Reader(bootstrapServers, topic)) {
                return reader.all();
            }
        };
    }

    /** Returns the current records with the given key, in the topic's order. */
    public List<ConsumerRecord<String, String>> of(Object key) {
        return all().stream()
                .filter(record -> key.toString().equals(record.key()))
                .toList();
    }

    /** Returns all current records; in the topic's order within a key. */
    public List<ConsumerRecord<String, String>> all() {
        return all.get();
    }

    /** Returns the header's text; empty if the record has no such header. */
    public static String header(ConsumerRecord<?, ?> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), UTF_8);
    }

    private static final class Reader implements AutoCloseable {

        private final String topic;
        private final KafkaConsumer<String, String> consumer;
        private final List<ConsumerRecord<String, String>> records = new ArrayList<>();

        Reader(String bootstrapServers, String topic) {
            this.topic = topic;
            consumer = new KafkaConsumer<>(
                    Map.of("bootstrap.servers", bootstrapServers), new StringDeserializer(), new StringDeserializer());
        }

        synchronized List<ConsumerRecord<String, String>> all() {
            if (consumer.assignment().isEmpty()) {
                assign();
            }
            Map<TopicPartition, Long> end = consumer.endOffsets(consumer.assignment());
            while (end.entrySet().stream()
                    .anyMatch(partition -> consumer.position(partition.getKey()) < partition.getValue())) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
            return List.copyOf(records);
        }

        private void assign() {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
        }

        @Override
        public void close() {
            // by default it waits up to half a minute for a fetch that is not wanted any more
            consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
        }
    }
}
