package dev.layeredsaga.testbed.infrastructure;

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
}
