package dev.layeredsaga.testbed.failures.chaos.injection;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.testbed.failures.fault.ForgedCommands;
import dev.layeredsaga.testbed.failures.fault.MessageWriter;
import dev.layeredsaga.testbed.failures.fault.Poison;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Writes to topics what should not be there: messages once more, and messages that nobody can read. */
public final class Resending {

    private static final int NEW = 60;

    private final String kafkaBootstrapServers;
    private final MessageWriter writer;
    private final Set<String> resentOf = ConcurrentHashMap.newKeySet();

    public Resending(String kafkaBootstrapServers) {
        this.kafkaBootstrapServers = kafkaBootstrapServers;
        this.writer = new MessageWriter(kafkaBootstrapServers);
    }

    /** The sagas of which something has been sent again. */
    public Set<String> resentOf() {
        return Set.copyOf(resentOf);
    }

    /** Copies, headers included, of messages from the topic's first half, or of its latest; each twice. */
    void resend(Injection.Resending what) {
        List<ConsumerRecord<String, String>> all = new PublishedRecords(kafkaBootstrapServers, what.topic())
                .all().stream()
                        .filter(record -> record.key() != null && !record.key().startsWith(Poison.KEY))
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

    /** The same message under another id, as nobody has seen it before. */
    ProducerRecord<String, String> underNewId(ConsumerRecord<String, String> record) {
        ProducerRecord<String, String> copy = copy(record);
        copy.headers().remove("ce_id").add("ce_id", UUID.randomUUID().toString().getBytes(UTF_8));
        return copy;
    }

    /** A charge of the order, as a command over Kafka may bring it. */
    ProducerRecord<String, String> charge(String orderId, Money amount) {
        resentOf.add(orderId);
        return ForgedCommands.charge(orderId, amount, "pm_ok");
    }

    private ProducerRecord<String, String> copy(ConsumerRecord<String, String> record) {
        resentOf.add(record.key());
        return new ProducerRecord<>(record.topic(), null, record.key(), record.value(), record.headers());
    }

    /** Returns once the broker has them. */
    void send(List<ProducerRecord<String, String>> records) {
        writer.send(records);
    }
}
