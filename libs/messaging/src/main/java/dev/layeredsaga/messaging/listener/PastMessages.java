package dev.layeredsaga.messaging.listener;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.failure.StartupException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.core.NestedExceptionUtils;

/**
 * Reads the messages that are on a topic already, from a time on and apart from its consumer groups, which stay where they are. Passes
 * over records that are no messages of its types. Keeps nothing, so that a page can be read again. Thread-safe.
 */
public final class PastMessages<M> {

    private static final int MOST = 2_000;
    private static final int MOST_EMPTY_PAGES = 30;
    private static final Duration LONGEST_POLL = Duration.ofSeconds(1);

    private final Map<String, Object> settings;
    private final String topic;
    private final CloudEventCodec codec;
    private final MessageTypes<M> types;

    /** @param kafka how to connect; the consumer group it may name is not used */
    public PastMessages(KafkaProperties kafka, String topic, CloudEventCodec codec, MessageTypes<M> types) {
        this.topic = topic;
        this.codec = codec;
        this.types = types;
        this.settings = kafka.buildConsumerProperties();
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 10_000);
    }

    /** The place between what has been read and what was there when the reading began. */
    public record Position(Map<TopicPartition, Long> next, Map<TopicPartition, Long> ends) {

        public Position {
            next = Map.copyOf(next);
            ends = Map.copyOf(ends);
        }

        public boolean isAtEnd() {
            return ends.entrySet().stream().allMatch(end -> next.getOrDefault(end.getKey(), 0L) >= end.getValue());
        }
    }

    /**
     * Messages, each partition's in their order, and the place behind them.
     *
     * @param isEmpty true if no record has been read
     */
    public record Page<M>(List<IncomingMessage<M>> messages, Position next, boolean isEmpty) {

        public Page {
            messages = List.copyOf(messages);
        }
    }

    /**
     * Hands over all messages from that time to now, in pages; each partition's are in their order.
     *
     * @throws StartupException if the broker does not answer within 10 s, or refuses, or no more records come before the end
     */
    public void readAll(Instant time, java.util.function.Consumer<List<IncomingMessage<M>>> work) {
        Position position = orRefuse(() -> from(time));
        int empty = 0;
        while (!position.isAtEnd()) {
            Position reached = position;
            Page<M> page = orRefuse(() -> read(reached));
            position = page.next();
            empty = page.isEmpty() ? empty + 1 : 0;
            if (empty > MOST_EMPTY_PAGES) {
                throw new StartupException(topic + " could not be read up to its end");
            }
            work.accept(page.messages());
        }
    }

    private <T> T orRefuse(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (KafkaException e) {
            throw new StartupException(topic + " could not be read: "
                    + NestedExceptionUtils.getMostSpecificCause(e).getMessage());
        }
    }

    /**
     * Returns the place of the first records from that time on, by the records' own times.
     *
     * @throws KafkaException if the broker does not answer within 10 s, or refuses
     */
    public Position from(Instant time) {
        try (Consumer<String, byte[]> consumer = consumer()) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            Map<TopicPartition, Long> times = new HashMap<>();
            partitions.forEach(partition -> times.put(partition, time.toEpochMilli()));
            Map<TopicPartition, Long> next = new HashMap<>(ends);
            consumer.offsetsForTimes(times).forEach((partition, found) -> {
                if (found != null) {
                    next.put(partition, found.offset());
                }
            });
            return new Position(next, ends);
        }
    }

    /**
     * Reads the next records, at most some 2,000; none if none comes within a second.
     *
     * @throws KafkaException if the broker refuses
     */
    public Page<M> read(Position position) {
        try (Consumer<String, byte[]> consumer = consumer()) {
            consumer.assign(position.next().keySet());
            position.next().forEach(consumer::seek);
            ConsumerRecords<String, byte[]> polled = consumer.poll(LONGEST_POLL);
            List<IncomingMessage<M>> messages = new ArrayList<>();
            polled.forEach(record -> decode(record, messages));
            Map<TopicPartition, Long> next = new HashMap<>();
            position.next().keySet().forEach(partition -> next.put(partition, consumer.position(partition)));
            return new Page<>(messages, new Position(next, position.ends()), polled.isEmpty());
        }
    }

    private void decode(ConsumerRecord<String, byte[]> record, List<IncomingMessage<M>> messages) {
        try {
            messages.add(codec.decode(record, types));
        } catch (MalformedMessageException e) {
            // another consumer's, which has put it aside
        }
    }

    private Consumer<String, byte[]> consumer() {
        return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }
}
