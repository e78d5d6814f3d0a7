package dev.layeredsaga.testbed.infrastructure;

import java.util.Map;

/** A single Kafka broker. It creates no topic by itself. */
public interface KafkaServer extends Server {

    @Override
    default String name() {
        return "Kafka";
    }

    /** What a client needs to reach it as one to whom everything is allowed. */
    default Map<String, Object> adminSettings() {
        return Map.of("bootstrap.servers", bootstrapServers());
    }

    default String bootstrapServers() {
        return "%s:%d".formatted(host(), port());
    }
}
