package dev.layeredsaga.testbed.infrastructure;

import org.testcontainers.kafka.KafkaContainer;

final class DockerKafkaServer extends DockerServer implements KafkaServer {

    DockerKafkaServer() {
        super(
                new KafkaContainer("apache/kafka:4.2.1")
                        .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
                        .withEnv("KAFKA_BROKER_HEARTBEAT_INTERVAL_MS", "500")
                        .withEnv("KAFKA_BROKER_SESSION_TIMEOUT_MS", "3000"), // a restart has to wait for its end
                9092);
    }

    @Override
    boolean isReady() {
        return Readiness.of(this);
    }
}
