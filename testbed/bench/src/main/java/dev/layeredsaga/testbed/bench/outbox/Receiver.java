package dev.layeredsaga.testbed.bench.outbox;

import dev.layeredsaga.messaging.envelope.MessageJson;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import tools.jackson.databind.json.JsonMapper;

/** A plain consumer: reads a topic from its present end, in a thread of its own, until closed. */
final class Receiver implements AutoCloseable {

    private final JsonMapper json = MessageJson.mapper();
    private final KafkaConsumer<String, byte[]> consumer;
    private final Journal journal;
    private final Thread thread;
    private volatile boolean closed;

    Receiver(String bootstrapServers, String topic, int partitions, Journal journal) {
        this.journal = journal;
        this.consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        consumer.assign(all);
        consumer.seekToEnd(all);
        all.forEach(consumer::position);
        thread = Thread.ofPlatform().name("receiver").unstarted(this::receive);
    }

    void start() {
        thread.start();
    }

    private void receive() {
        try (consumer) {
            while (!closed) {
                var records = consumer.poll(Duration.ofMillis(100));
                long now = System.nanoTime();
                for (ConsumerRecord<String, byte[]> record : records) {
                    journal.received(json.readValue(record.value(), Note.class), now);
                }
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
