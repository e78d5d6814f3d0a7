package dev.layeredsaga.messaging.outbox;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Kafka producer settings that keep the order of a key's messages through failures. */
public final class OrderedProducer {

    private OrderedProducer() {}

    /** The given settings, with those that the order depends on put right. */
    public static Map<String, Object> settings(Map<String, Object> given) {
        Map<String, Object> settings = new HashMap<>(given);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        // With more than one request under way, Kafka 4.2's producer can get stuck on a topic that has just been
        // created: a
        // batch is refused for want of a leader while later ones are taken, and its sequence number never fits again.
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        // no message is given up for one behind it: what the producer has taken it tries until the broker is back
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        settings.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
        // longer than it takes to hand over what goes together; whoever has done that flushes
        settings.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 5);
        return settings;
    }
}
