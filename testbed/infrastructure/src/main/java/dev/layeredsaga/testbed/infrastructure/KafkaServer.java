package dev.layeredsaga.testbed.infrastructure;

/** A single Kafka broker. It creates no topic by itself. */
public interface KafkaServer extends Server {

    @Override
    default String name() {
        return "Kafka";
    }

    default String bootstrapServers() {
        return "%s:%d".formatted(host(), port());
    }
}
