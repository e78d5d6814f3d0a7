package dev.layeredsaga.testbed.bench.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.kafka.KafkaServer;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import dev.layeredsaga.testbed.infrastructure.redis.RedisServer;
import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import dev.layeredsaga.testbed.infrastructure.server.Ports;
import dev.layeredsaga.testbed.infrastructure.server.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Durable servers outside this JVM: PostgreSQL, Redis, and Kafka's broker in a JVM of its own, so that the broker and the load do
 * not wait for each other's garbage collector. They end with this process.
 */
public final class SeparateServers implements Infrastructure {

    private static final String READY = "ready";

    private final int postgres = Loopback.freePort();
    private final int redis = Loopback.freePort();
    private final int kafka = Loopback.freePort();
    private final Process process;

    /** A server that the process outside starts and stops. */
    private interface Outside extends Server {

        @Override
        default void start() {}

        @Override
        default void stop() {}
    }

    private record Postgres(int port) implements PostgresServer, Outside {}

    private record Redis(int port) implements RedisServer, Outside {}

    private record Kafka(int port) implements KafkaServer, Outside {}

    public SeparateServers() throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-XX:+UseSerialGC",
                        "-XX:+UseTransparentHugePages",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SeparateServers.class.getName(),
                        Integer.toString(postgres),
                        Integer.toString(redis),
                        Integer.toString(kafka))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "servers-close"));
    }

    /** Runs the servers at the given ports until the standard input ends. */
    public static void main(String[] ports) throws IOException {
        Locale.setDefault(Locale.ROOT);
        Ports chosen = new Ports(Integer.parseInt(ports[0]), Integer.parseInt(ports[1]), Integer.parseInt(ports[2]));
        EmbeddedSettings settings = EmbeddedSettings.forTests().withDurability().withPorts(chosen);
        try (EmbeddedInfrastructure servers = EmbeddedInfrastructure.start(settings)) {
            Runtime.getRuntime().addShutdownHook(new Thread(servers::close, "servers-close"));
            System.out.println(READY);
            while (System.in.read() >= 0) {
                // nothing is said to it
            }
        }
        System.exit(0);
    }

    @Override
    public void start() {
        try {
            if (!READY.equals(process.inputReader(UTF_8).readLine())) {
                throw new IllegalStateException("the servers did not start");
            }
            DurableServers.showDurability(postgres());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public PostgresServer postgres() {
        return new Postgres(postgres);
    }

    @Override
    public RedisServer redis() {
        return new Redis(redis);
    }

    @Override
    public KafkaServer kafka() {
        return new Kafka(kafka);
    }

    /** Returns the broker's process, whose children are PostgreSQL and Redis. */
    public ProcessHandle broker() {
        return process.toHandle();
    }

    /** Returns Redis' process. */
    public ProcessHandle redisProcess() {
        return process.children()
                .filter(child -> child.info().command().orElse("").contains("redis"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Redis does not run"));
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            process.waitFor();
        } catch (IOException e) {
            process.destroy();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroy();
        }
    }
}
