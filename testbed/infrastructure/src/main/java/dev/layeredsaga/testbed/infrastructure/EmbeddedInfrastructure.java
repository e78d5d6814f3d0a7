package dev.layeredsaga.testbed.infrastructure;

import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings.Durability;
import dev.layeredsaga.testbed.infrastructure.kafka.EmbeddedKafkaServer;
import dev.layeredsaga.testbed.infrastructure.kafka.KafkaServer;
import dev.layeredsaga.testbed.infrastructure.leftovers.OwnedFolder;
import dev.layeredsaga.testbed.infrastructure.leftovers.Watchdog;
import dev.layeredsaga.testbed.infrastructure.postgres.EmbeddedPostgresServer;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import dev.layeredsaga.testbed.infrastructure.postgres.ReplicatedPostgresServer;
import dev.layeredsaga.testbed.infrastructure.redis.EmbeddedRedisServer;
import dev.layeredsaga.testbed.infrastructure.redis.RedisServer;
import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import dev.layeredsaga.testbed.infrastructure.server.PortTakenException;
import dev.layeredsaga.testbed.infrastructure.server.Ports;
import java.util.Optional;

/**
 * The real servers without Docker: PostgreSQL and Redis as child processes, Kafka inside this JVM, all on the loopback
 * interface. They end with this process, even if it is killed. Works for root, too.
 */
public final class EmbeddedInfrastructure extends StartedTogether {

    private final OwnedFolder temporary;
    private final Optional<OwnedFolder> kept;
    private final PostgresServer postgres;
    private final EmbeddedRedisServer redis;
    private final EmbeddedKafkaServer kafka;
    private final Watchdog watchdog;

    /**
     * Starts nothing yet, so that the caller can first ensure that {@link #close()} will be called.
     *
     * @throws PortTakenException if a chosen port is in use
     * @throws IllegalStateException if another process uses the data directory
     */
    public EmbeddedInfrastructure(EmbeddedSettings settings) {
        super(settings.listener());
        requireFree(settings.ports());
        this.kept = settings.dataDirectory().map(OwnedFolder::claim);
        this.temporary = OwnedFolder.temporary();
        var folder = temporary.path();
        var data = kept.map(OwnedFolder::path).orElse(folder.resolve("data"));
        var ports = settings.ports();
        var programs = ProjectFolder.findAny()
                .map(project -> project.resolve("target"))
                .orElse(folder)
                .resolve("postgres-programs");
        boolean durable = settings.durability() != Durability.NONE;
        var server = new EmbeddedPostgresServer(
                Loopback.choose(ports.postgres()), data.resolve("postgres"), programs, folder, durable);
        this.postgres = settings.durability() == Durability.STANDBY
                ? new ReplicatedPostgresServer(
                        server,
                        new EmbeddedPostgresServer(
                                Loopback.freePort(), data.resolve("postgres-standby"), programs, folder, durable))
                : server;
        this.redis = new EmbeddedRedisServer(Loopback.choose(ports.redis()), folder);
        this.kafka =
                new EmbeddedKafkaServer(Loopback.choose(ports.kafka()), data.resolve("kafka"), settings.kafkaAcls());
        // after Redis has unpacked its program, as every other process
        this.watchdog = Watchdog.over(folder);
    }

    /** Creates an infrastructure and starts it. */
    public static EmbeddedInfrastructure start(EmbeddedSettings settings) {
        var infrastructure = new EmbeddedInfrastructure(settings);
        infrastructure.start();
        return infrastructure;
    }

    @Override
    public PostgresServer postgres() {
        return postgres;
    }

    /** @throws IllegalStateException if PostgreSQL was started without a standby */
    public ReplicatedPostgresServer replicatedPostgres() {
        if (postgres instanceof ReplicatedPostgresServer replicated) {
            return replicated;
        }
        throw new IllegalStateException("PostgreSQL was started without a standby");
    }

    @Override
    public RedisServer redis() {
        return redis;
    }

    @Override
    public KafkaServer kafka() {
        return kafka;
    }

    /**
     * Starts a second Kafka broker with id 2, or restarts it with its data. It is stopped with the infrastructure.
     *
     * @throws IllegalStateException if Kafka requires its clients to log in
     */
    public void startSecondKafkaBroker() {
        kafka.startSecondBroker();
    }

    /** Stops the second broker; does nothing if there is none. */
    public void stopSecondKafkaBroker() {
        kafka.stopSecondBroker();
    }

    @Override
    void stopAndForget() {
        kafka.stop();
        redis.stop();
        postgres.stop();
        watchdog.close();
        temporary.delete();
        kept.ifPresent(OwnedFolder::close);
    }

    private static void requireFree(Ports ports) {
        requireFree("PostgreSQL", ports.postgres());
        requireFree("Redis", ports.redis());
        requireFree("Kafka", ports.kafka());
    }

    private static void requireFree(String server, int port) {
        if (port != 0 && !Loopback.isFree(port)) {
            throw new PortTakenException(server, port);
        }
    }
}
