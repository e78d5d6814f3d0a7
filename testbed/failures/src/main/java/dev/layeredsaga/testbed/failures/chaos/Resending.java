package dev.layeredsaga.testbed.failures.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.failures.audit.SystemReader;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes to topics what should not be there: messages once more, and messages that nobody can read. */
final class Resending {

    private static final int NEW = 60;

    private final String kafkaBootstrapServers;
    private final Set<String> resentOf = ConcurrentHashMap.newKeySet();

    Resending(String kafkaBootstrapServers) {
        this.kafkaBootstrapServers = kafkaBootstrapServers;
    }

    /** The sagas of which something has been sent again. */
    Set<String> resentOf() {
        return Set.copyOf(resentOf);
    }

    /** Copies, headers included, of messages from the topic's first half, or of its latest; each twice. */
    void resend(Injection.Resending what) {
        List<ConsumerRecord<String, String>> all = new PublishedRecords(kafkaBootstrapServers, what.topic())
                .all().stream()
                        .filter(record -> record.key() != null && !record.key().startsWith(SystemReader.POISON))
                        .sorted((one, other) -> Long.compare(one.timestamp(), other.timestamp()))
                        .toList();
        List<ConsumerRecord<String, String>> some =
                what.old() ? all.subList(0, all.size() / 2) : all.subList(Math.max(0, all.size() - NEW), all.size());
        if (!some.isEmpty()) {
            Random random = new Random(what.seed());
            send(random.ints(what.messages(), 0, some.size())
                    .mapToObj(some::get)
                    .flatMap(record -> List.of(copy(record), copy(record)).stream())
                    .toList());
        }
    }

    void poison(Injection.Poison what) {
        ProducerRecord<String, String> poison =
                new ProducerRecord<>(what.topic(), SystemReader.POISON + UUID.randomUUID(), "{\"attempt\": nonsense");
        if (what.withHeaders()) {
            Map.of(
                            "ce_specversion", "1.0",
                            "ce_id", UUID.randomUUID().toString(),
                            "ce_source", "/chaos",
                            "ce_type", "ClaimStock",
                            "content-type", "application/json")
                    .forEach((name, value) -> poison.headers().add(name, value.getBytes(UTF_8)));
        }
        send(List.of(poison));
    }

    /** The same message under another id, as nobody has seen it before. */
    ProducerRecord<String, String> underNewId(ConsumerRecord<String, String> record, String id) {
        ProducerRecord<String, String> copy = copy(record);
        copy.headers().remove("ce_id").add("ce_id", id.getBytes(UTF_8));
        return copy;
    }

    private ProducerRecord<String, String> copy(ConsumerRecord<String, String> record) {
        resentOf.add(record.key());
        return new ProducerRecord<>(record.topic(), null, record.key(), record.value(), record.headers());
    }

    /** Returns once the broker has them. */
    void send(List<ProducerRecord<String, String>> records) {
        Map<String, Object> settings = Map.of("bootstrap.servers", kafkaBootstrapServers, "max.block.ms", 20_000);
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
