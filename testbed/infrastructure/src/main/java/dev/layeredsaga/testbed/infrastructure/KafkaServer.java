package dev.layeredsaga.testbed.infrastructure;

import java.util.Map;

/** A single Kafka broker. It does not create topics automatically. */
public interface KafkaServer extends Server {

    @Override
    default String name() {
        return "Kafka";
    }

    /** Returns the settings of a client with all permissions. */
    default Map<String, Object> adminSettings() {
        return Map.of("bootstrap.servers", bootstrapServers());
    }

    default String bootstrapServers() {
        return "%s:%d".formatted(host(), port());
    }
}
