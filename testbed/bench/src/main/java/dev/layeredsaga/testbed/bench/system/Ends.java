package dev.layeredsaga.testbed.bench.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads a topic of events as any consumer would, and reports the last event of each order. */
final class Ends implements AutoCloseable {

    static final String CONFIRMED = "OrderConfirmed";

    private static final Set<String> LAST = Set.of(CONFIRMED, "OrderRejected", "OrderCancelled");
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<String, byte[]> consumer;
    private final Listener listener;
    private final Thread thread;
    private volatile boolean closed;

    /** Receives the last event of each order. */
    @FunctionalInterface
    interface Listener {

        /** @param type of the last event */
        void ended(String orderId, String type);
    }

    private Ends(KafkaConsumer<String, byte[]> consumer, Listener listener) {
        this.consumer = consumer;
        this.listener = listener;
        this.thread = Thread.ofPlatform().name("ends").unstarted(this::read);
    }

    /** Reports every order that ends, from now on until closed. */
    static Ends heardBy(Listener listener, String bootstrapServers, String topic) {
        KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "group.id",
                        UUID.randomUUID().toString()),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
        Ends ends = new Ends(consumer, listener);
        ends.thread.start();
        return ends;
    }

    private void read() {
        try (consumer) {
            while (!closed) {
                consumer.poll(POLL).forEach(this::tell);
            }
        }
    }

    private void tell(ConsumerRecord<String, byte[]> event) {
        String type = new String(event.headers().lastHeader("ce_type").value(), UTF_8);
        if (LAST.contains(type)) {
            listener.ended(event.key(), type);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
