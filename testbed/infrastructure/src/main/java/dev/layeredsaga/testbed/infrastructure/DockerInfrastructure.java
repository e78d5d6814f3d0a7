package dev.layeredsaga.testbed.infrastructure;

import java.util.List;

/** The same servers as containers of their public images. */
public final class DockerInfrastructure implements Infrastructure {

    private final StartListener listener;
    private final DockerPostgresServer postgres = new DockerPostgresServer();
    private final DockerRedisServer redis = new DockerRedisServer();
    private final DockerKafkaServer kafka = new DockerKafkaServer();
    private boolean closed;

    /** Starts nothing yet, so that the caller can first see to it that {@link #close()} will be called. */
    public DockerInfrastructure(StartListener listener) {
        this.listener = listener;
    }

    @Override
    public synchronized void start() {
        if (closed) {
            throw new IllegalStateException("Already closed");
        }
        try {
            ParallelStart.of(List.of(postgres, kafka, redis), listener);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public PostgresServer postgres() {
        return postgres;
    }

    @Override
    public RedisServer redis() {
        return redis;
    }

    @Override
    public KafkaServer kafka() {
        return kafka;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            kafka.remove();
            redis.remove();
            postgres.remove();
        }
    }
}
