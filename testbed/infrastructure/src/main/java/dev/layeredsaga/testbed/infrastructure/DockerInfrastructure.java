package dev.layeredsaga.testbed.infrastructure;

/** The same servers as containers of their public images. */
public final class DockerInfrastructure extends StartedTogether {

    private final DockerPostgresServer postgres = new DockerPostgresServer();
    private final DockerRedisServer redis = new DockerRedisServer();
    private final DockerKafkaServer kafka = new DockerKafkaServer();

    /** Starts nothing yet, so that the caller can first ensure that {@link #close()} will be called. */
    public DockerInfrastructure(StartListener listener) {
        super(listener);
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
    void stopAndForget() {
        kafka.remove();
        redis.remove();
        postgres.remove();
    }
}
