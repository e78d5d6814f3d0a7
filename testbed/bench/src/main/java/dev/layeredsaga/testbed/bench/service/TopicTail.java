package dev.layeredsaga.testbed.bench.service;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads what is written to a topic from now on until closed, on a thread of its own. */
public final class TopicTail implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<String, byte[]> consumer;
    private volatile boolean closed;

    /** Returns once every later record will be read. */
    public TopicTail(String bootstrapServers, String topic, Consumer<ConsumerRecord<String, byte[]>> listener) {
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
        Thread unused = Thread.ofPlatform().name("tail of " + topic).start(() -> read(listener));
    }

    private void read(Consumer<ConsumerRecord<String, byte[]>> listener) {
        try (consumer) {
            while (!closed) {
                consumer.poll(POLL).forEach(listener);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
