package dev.layeredsaga.testbed.failures.chaos.injection;

import dev.layeredsaga.testbed.failures.fault.Messages;
import dev.layeredsaga.testbed.failures.fault.Poison;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Writes to topics what should not be there: messages once more, and messages that no consumer can read. */
public final class Resending {

    private static final int NEW = 60;

    private final Messages messages;
    private final Set<String> resentOf = ConcurrentHashMap.newKeySet();

    public Resending(Messages messages) {
        this.messages = messages;
    }

    /** The sagas of which something has been sent again. */
    public Set<String> resentOf() {
        return Set.copyOf(resentOf);
    }

    /** Copies, headers included, of messages from the topic's first half, or of its latest; each twice. */
    void resend(Injection.Resending what) {
        List<ConsumerRecord<String, String>> all = messages.on(what.topic()).stream()
                .filter(record -> record.key() != null && !record.key().startsWith(Poison.KEY))
                .sorted((one, other) -> Long.compare(one.timestamp(), other.timestamp()))
                .toList();
        List<ConsumerRecord<String, String>> some =
                what.old() ? all.subList(0, all.size() / 2) : all.subList(Math.max(0, all.size() - NEW), all.size());
        if (!some.isEmpty()) {
            Random random = new Random(what.seed());
            send(random.ints(what.messages(), 0, some.size())
                    .mapToObj(some::get)
                    .flatMap(record -> Stream.of(Messages.copy(record), Messages.copy(record)))
                    .toList());
        }
    }

    /** Returns once the broker has them. */
    void send(List<ProducerRecord<String, String>> records) {
        records.stream()
                .map(ProducerRecord::key)
                .filter(key -> !key.startsWith(Poison.KEY))
                .forEach(resentOf::add);
        messages.send(records);
    }
}
