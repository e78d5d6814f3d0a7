package dev.layeredsaga.orchestrator.deadletter.kafka;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.orchestrator.deadletter.Letter;
import dev.layeredsaga.orchestrator.deadletter.Letter.Header;
import dev.layeredsaga.orchestrator.deadletter.LetterSettings;
import dev.layeredsaga.orchestrator.deadletter.LetterText;
import dev.layeredsaga.orchestrator.deadletter.OriginTopics;
import dev.layeredsaga.orchestrator.deadletter.Overtaking;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.stereotype.Component;

/** The origin topics on the broker. A producer of its own, made when it is first wanted, keeps keys the bytes that they are. */
@Component
class KafkaOriginTopics implements OriginTopics, DisposableBean {

    /** Less than a database session may be idle in its transaction. */
    private static final Duration TIMEOUT = Duration.ofSeconds(6);

    private static final Duration POLL = Duration.ofMillis(200);
    private static final int MOST_OF_A_FETCH = 4 * 1024 * 1024;
    private static final int LONGEST_TEXT = 255;

    private final KafkaProperties kafka;
    private final LetterSettings settings;
    private final DefaultKafkaProducerFactory<byte[], byte[]> producers;

    KafkaOriginTopics(KafkaProperties kafka, LetterSettings settings) {
        this.kafka = kafka;
        this.settings = settings;
        this.producers = producersOf(kafka);
    }

    @Override
    public long send(Letter letter) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                letter.originTopic(),
                letter.why().partition(),
                letter.content().key(),
                letter.content().value());
        for (Header header : letter.content().headers()) {
            record.headers().add(header.name(), header.value());
        }
        try {
            return producers
                    .createProducer()
                    .send(record)
                    .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                    .offset();
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            throw new OriginUnavailableException(letter.originTopic() + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OriginUnavailableException("interrupted", e);
        }
    }

    private static DefaultKafkaProducerFactory<byte[], byte[]> producersOf(KafkaProperties kafka) {
        Map<String, Object> properties = kafka.buildProducerProperties();
        properties.put(ProducerConfig.CLIENT_ID_CONFIG, "saga-orchestrator-resend");
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 2_000);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 2_000);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 4_000);
        // room for a message of the largest size and its headers; the topic's own limit decides
        properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 2 * 1024 * 1024);
        DefaultKafkaProducerFactory<byte[], byte[]> producers =
                new DefaultKafkaProducerFactory<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        producers.setPhysicalCloseTimeout(1);
        return producers;
    }

    @Override
    public void destroy() {
        producers.destroy();
    }

    @Override
    public Overtaking behind(Letter letter) {
        TopicPartition partition =
                new TopicPartition(letter.originTopic(), letter.why().partition());
        try (KafkaConsumer<byte[], Boolean> consumer = consumer()) {
            consumer.assign(List.of(partition));
            List<TopicPartition> only = List.of(partition);
            long begin = requireNonNull(consumer.beginningOffsets(only, TIMEOUT).get(partition));
            long end = requireNonNull(consumer.endOffsets(only, TIMEOUT).get(partition));
            long next = letter.why().offset() + 1;
            consumer.seek(partition, Math.max(begin, next));
            // a topic that ends before the message is not the one that it came from
            Long unknownBefore = begin > next ? Long.valueOf(begin) : next > end ? Long.valueOf(next) : null;
            return read(
                    consumer, partition, end, requireNonNull(letter.content().key()), unknownBefore);
        } catch (KafkaException e) {
            throw new OriginUnavailableException(partition + ": " + e, e);
        }
    }

    private Overtaking read(
            KafkaConsumer<byte[], Boolean> consumer,
            TopicPartition partition,
            long end,
            byte[] key,
            @Nullable Long unknownBefore) {
        List<Overtaking.Behind> found = new ArrayList<>();
        long begin = System.nanoTime();
        int read = 0;
        while (consumer.position(partition) < end) {
            if (read >= settings.scanRecords()
                    || System.nanoTime() - begin > settings.scanTime().toNanos()) {
                return new Overtaking(found, List.of(), unknownBefore, consumer.position(partition));
            }
            for (ConsumerRecord<byte[], Boolean> record : consumer.poll(POLL)) {
                read++;
                if (Arrays.equals(key, record.key())) {
                    if (found.size() == Overtaking.MOST_LISTED) {
                        return new Overtaking(found, List.of(), unknownBefore, record.offset());
                    }
                    found.add(behind(record));
                }
            }
        }
        return new Overtaking(found, List.of(), unknownBefore, null);
    }

    private static Overtaking.Behind behind(ConsumerRecord<?, ?> record) {
        return new Overtaking.Behind(
                record.offset(),
                header(record, "ce_type"),
                header(record, "ce_id"),
                Instant.ofEpochMilli(record.timestamp()));
    }

    private static @Nullable String header(ConsumerRecord<?, ?> record, String name) {
        org.apache.kafka.common.header.Header header = record.headers().lastHeader(name);
        return header == null || header.value() == null ? null : LetterText.of(header.value(), LONGEST_TEXT);
    }

    private KafkaConsumer<byte[], Boolean> consumer() {
        Map<String, Object> properties = kafka.buildConsumerProperties();
        properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "saga-orchestrator-overtaking");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, MOST_OF_A_FETCH);
        Deserializer<Boolean> noValues = (topic, data) -> data != null;
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), noValues);
    }
}
