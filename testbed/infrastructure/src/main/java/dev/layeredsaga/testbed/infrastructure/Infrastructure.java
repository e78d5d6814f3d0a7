package dev.layeredsaga.testbed.infrastructure;

import dev.layeredsaga.testbed.infrastructure.kafka.KafkaServer;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import dev.layeredsaga.testbed.infrastructure.redis.RedisServer;
import dev.layeredsaga.testbed.infrastructure.server.PortTakenException;
import dev.layeredsaga.testbed.infrastructure.server.Server;
import dev.layeredsaga.testbed.infrastructure.server.ServerStartException;
import java.time.Duration;

/**
 * The servers that the services need. Each can be stopped and restarted on its own, to test the services without it.
 */
public interface Infrastructure extends AutoCloseable {

    PostgresServer postgres();

    RedisServer redis();

    KafkaServer kafka();

    default String redisUrl() {
        return redis().url();
    }

    default String kafkaBootstrapServers() {
        return kafka().bootstrapServers();
    }

    /**
     * Starts all servers in parallel and returns when every one answers. If one fails to start, the others are stopped and cleaned
     * up.
     *
     * @throws PortTakenException if a chosen port is in use; no server is started then
     * @throws ServerStartException if a server fails to start
     * @throws IllegalStateException if already closed
     */
    void start();

    /** Waits for a start in progress, then stops every server and deletes temporary data. Idempotent and thread-safe. */
    @Override
    void close();

    /** Notified of each server that has started. Called concurrently from several threads. */
    @FunctionalInterface
    interface StartListener {

        StartListener SILENT = (server, took) -> {};

        void started(Server server, Duration took);
    }
}
