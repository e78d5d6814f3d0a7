package dev.layeredsaga.testbed.failures.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Reads, repeats and forges the messages between the services. Thread-safe. */
public final class Messages {

    private static final String ID = "ce_id";

    private final String kafkaBootstrapServers;
    private final Map<String, Object> settings;

    public Messages(String kafkaBootstrapServers) {
        this.kafkaBootstrapServers = kafkaBootstrapServers;
        this.settings = Map.of(
                "bootstrap.servers", kafkaBootstrapServers,
                "acks", "all",
                "compression.type", "gzip",
                "max.request.size", 4_000_000,
                "max.block.ms", 20_000,
                "delivery.timeout.ms", 30_000,
                "request.timeout.ms", 10_000);
    }

    /** Returns all that is on the topic now. */
    public List<ConsumerRecord<String, String>> on(String topic) {
        return new PublishedRecords(kafkaBootstrapServers, topic).all();
    }

    /** Returns every message about the saga that is on these topics now. */
    public List<ConsumerRecord<String, String>> about(String sagaId, List<String> topics) {
        return topics.stream()
                .flatMap(topic -> on(topic).stream())
                .filter(message -> sagaId.equals(message.key()))
                .toList();
    }

    /** Returns the number of dead letters of these topics. */
    public int deadLettersOf(List<String> topics) {
        return topics.stream()
                .mapToInt(topic -> on(Topics.deadLettersOf(topic)).size())
                .sum();
    }

    /** Returns the same message once more, as a broker may deliver it. */
    public static ProducerRecord<String, String> copy(ConsumerRecord<String, String> message) {
        return new ProducerRecord<>(message.topic(), null, message.key(), message.value(), message.headers());
    }

    /** Returns the same once more as a message of its own, as a sender may repeat it. */
    public static ProducerRecord<String, String> copyUnderNewId(ConsumerRecord<String, String> message) {
        ProducerRecord<String, String> copy = copy(message);
        copy.headers().remove(ID).add(ID, UUID.randomUUID().toString().getBytes(UTF_8));
        return copy;
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
