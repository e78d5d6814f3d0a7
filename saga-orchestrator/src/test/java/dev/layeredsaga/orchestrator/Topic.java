package dev.layeredsaga.orchestrator;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;

/** What has been sent to a topic so far. */
record Topic(String name) {

    List<ConsumerRecord<String, String>> recordsOf(Object key) {
        return records().stream()
                .filter(record -> key.toString().equals(record.key()))
                .toList();
    }

    private List<ConsumerRecord<String, String>> records() {
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", SharedInfrastructure.get().kafkaBootstrapServers()),
                new StringDeserializer(),
                new StringDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(name).stream()
                    .map(partition -> new TopicPartition(name, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            return readTo(consumer.endOffsets(partitions), consumer);
        }
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

    static String header(ConsumerRecord<?, ?> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), UTF_8);
    }
}
