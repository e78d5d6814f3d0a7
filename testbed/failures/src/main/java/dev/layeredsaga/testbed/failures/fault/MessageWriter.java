package dev.layeredsaga.testbed.failures.fault;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes to topics what should not be there. Thread-safe. */
public final class MessageWriter {

    private final Map<String, Object> settings;

    public MessageWriter(String kafkaBootstrapServers) {
        this.settings = Map.of(
                "bootstrap.servers", kafkaBootstrapServers,
                "acks", "all",
                "compression.type", "gzip",
                "max.request.size", 4_000_000,
                "max.block.ms", 20_000,
                "delivery.timeout.ms", 30_000,
                "request.timeout.ms", 10_000);
    }

    /** Returns once the broker has all of them. */
    public void send(List<ProducerRecord<String, String>> records) {
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (Future<?> sent : records.stream().map(producer::send).toList()) {
                sent.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("not sent", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
