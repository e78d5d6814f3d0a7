package dev.layeredsaga.testbed.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Kafka. For one thread. */
public final class KafkaBus implements Bus, AutoCloseable {

    private static final Duration WAIT = Duration.ofMillis(100);

    private final String commands;
    private final KafkaProducer<String, String> producer;
    private final KafkaConsumer<String, String> consumer;

    /** @throws IllegalStateException if there is no topic of replies yet */
    public KafkaBus(Participant participant, String bootstrapServers) {
        commands = participant.commands();
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrapServers);
        producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
        consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
        String replies = participant.replies();
        List<TopicPartition> partitions = consumer.partitionsFor(replies).stream()
                .map(partition -> new TopicPartition(replies, partition.partition()))
                .toList();
        if (partitions.isEmpty()) {
            throw new IllegalStateException("there is no topic " + replies);
        }
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
    }

    @Override
    public void send(Message command) {
        ProducerRecord<String, String> record = new ProducerRecord<>(commands, command.key(), command.value());
        command.headers().forEach((name, value) -> record.headers().add(name, value.getBytes(UTF_8)));
        Future<?> unused = producer.send(record);
        producer.flush();
    }

    @Override
    public List<Message> replies() {
        List<Message> replies = new ArrayList<>();
        consumer.poll(WAIT).forEach(record -> replies.add(read(record)));
        return replies;
    }

    private static Message read(ConsumerRecord<String, String> record) {
        Map<String, String> headers = new HashMap<>();
        for (Header header : record.headers()) {
            headers.put(header.key(), header.value() == null ? "" : new String(header.value(), UTF_8));
        }
        return new Message(record.key(), headers, Objects.requireNonNullElse(record.value(), ""));
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
