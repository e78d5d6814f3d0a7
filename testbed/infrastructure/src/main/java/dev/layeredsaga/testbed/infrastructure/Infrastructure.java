package dev.layeredsaga.testbed.infrastructure;

/**
 * The servers that the services need. Each can be stopped and started again on its own, for tests of what happens
 * without it.
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
     * Starts all servers side by side and returns when every one answers. If one does not come up, nothing is left of
     * the others.
     *
     * @throws PortTakenException if a chosen port is in use; nothing has been started then
     * @throws ServerStartException if a server does not come up
     * @throws IllegalStateException if already closed
     */
    void start();

    /** Waits for a start that is under way, then stops every server and deletes what was temporary; safe to repeat and from any thread. */
    @Override
    void close();
}
