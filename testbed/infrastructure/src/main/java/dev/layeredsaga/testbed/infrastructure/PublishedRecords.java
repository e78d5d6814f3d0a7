package dev.layeredsaga.testbed.infrastructure;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;

/** The records of a topic, read with a plain Kafka consumer without a consumer group. */
public record PublishedRecords(String bootstrapServers, String topic) {

    /** Reads from the {@link SharedInfrastructure}. */
    public PublishedRecords(String topic) {
        this(SharedInfrastructure.get().kafkaBootstrapServers(), topic);
    }

    /** Returns the current records with the given key, in the topic's order. */
    public List<ConsumerRecord<String, String>> of(Object key) {
        return all().stream()
                .filter(record -> key.toString().equals(record.key()))
                .toList();
    }

    /** Returns all current records; in the topic's order within a key. */
    public List<ConsumerRecord<String, String>> all() {
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrapServers);
        var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
        try {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            return readTo(consumer.endOffsets(partitions), consumer);
        } finally {
            // by default it waits up to half a minute for a fetch that nobody wants any more
            consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
        }
    }

    /** Returns the header's text; empty if the record has no such header. */
    public static String header(ConsumerRecord<?, ?> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), UTF_8);
    }

    private static List<ConsumerRecord<String, String>> readTo(
            Map<TopicPartition, Long> end, KafkaConsumer<String, String> consumer) {
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        while (end.entrySet().stream()
                .anyMatch(partition -> consumer.position(partition.getKey()) < partition.getValue())) {
            consumer.poll(Duration.ofMillis(200)).forEach(records::add);
        }
        return records;
    }
}
