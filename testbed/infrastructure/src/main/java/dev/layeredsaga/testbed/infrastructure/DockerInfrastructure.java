package dev.layeredsaga.testbed.infrastructure;

import dev.layeredsaga.testbed.infrastructure.Infrastructure.StartListener;
import dev.layeredsaga.testbed.infrastructure.kafka.KafkaServer;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import dev.layeredsaga.testbed.infrastructure.redis.RedisServer;
import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import dev.layeredsaga.testbed.infrastructure.server.Readiness;
import dev.layeredsaga.testbed.infrastructure.server.Server;
import dev.layeredsaga.testbed.infrastructure.server.ServerStartException;
import java.util.List;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** The same servers as containers of their public images. */
public final class DockerInfrastructure extends StartedTogether {

    private final DockerServer.Postgres postgres = new DockerServer.Postgres();
    private final DockerServer.Redis redis = new DockerServer.Redis();
    private final DockerServer.Kafka kafka = new DockerServer.Kafka();

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

    /**
     * A server in a container. Its port on the host is chosen beforehand, because a port chosen by Docker would change with each
     * start of the container.
     */
    private abstract static class DockerServer implements Server {

        private static final int GRACE_SECONDS = 3;

        private final GenericContainer<?> container;
        private final int port = Loopback.freePort();

        private DockerServer(GenericContainer<?> container, int portInside) {
            this.container = container;
            container.setPortBindings(List.of("%s:%d:%d".formatted(Loopback.HOST, port, portInside)));
        }

        @Override
        public final int port() {
            return port;
        }

        @Override
        public final String host() {
            return container.getHost();
        }

        @Override
        public final synchronized void start() {
            if (container.getContainerId() == null) {
                create();
            } else if (!container.isRunning()) {
                container
                        .getDockerClient()
                        .startContainerCmd(container.getContainerId())
                        .exec();
            }
            Readiness.await(this, this::isReady);
        }

        @Override
        public final synchronized void stop() {
            if (container.isRunning()) {
                container
                        .getDockerClient()
                        .stopContainerCmd(container.getContainerId())
                        .withTimeout(GRACE_SECONDS)
                        .exec();
            }
        }

        /** Stops and deletes the container. */
        final synchronized void remove() {
            container.stop();
        }

        private void create() {
            try {
                container.start();
            } catch (ContainerLaunchException | ContainerFetchException e) {
                throw new ServerStartException(name(), String.valueOf(e.getMessage()), e);
            }
        }

        /** PostgreSQL in a container. */
        private static final class Postgres extends DockerServer implements PostgresServer {

            Postgres() {
                super(
                        new PostgreSQLContainer("postgres:18")
                                .withUsername("postgres")
                                .withPassword("postgres")
                                .withCommand("postgres", "-c", "fsync=off", "-c", "max_connections=300"),
                        5432);
            }
        }

        /** Redis in a container. */
        private static final class Redis extends DockerServer implements RedisServer {

            Redis() {
                super(
                        new GenericContainer<>("redis:8")
                                .withCommand("redis-server", "--save", "", "--protected-mode", "no"),
                        6379);
            }
        }

        /** Kafka in a container. */
        private static final class Kafka extends DockerServer implements KafkaServer {

            Kafka() {
                super(
                        new KafkaContainer("apache/kafka:4.2.1")
                                .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
                                .withEnv("KAFKA_BROKER_HEARTBEAT_INTERVAL_MS", "500")
                                .withEnv(
                                        "KAFKA_BROKER_SESSION_TIMEOUT_MS", "3000"), // a restart has to wait for its end
                        9092);
            }
        }
    }
}
