package dev.layeredsaga.testbed.bench.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.KafkaServer;
import dev.layeredsaga.testbed.infrastructure.Loopback;
import dev.layeredsaga.testbed.infrastructure.Ports;
import dev.layeredsaga.testbed.infrastructure.PostgresServer;
import dev.layeredsaga.testbed.infrastructure.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

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

    private record Postgres(int port) implements PostgresServer {

        @Override
        public void start() {}

        @Override
        public void stop() {}
    }

    private record Redis(int port) implements RedisServer {

        @Override
        public void start() {}

        @Override
        public void stop() {}
    }

    private record Kafka(int port) implements KafkaServer {

        @Override
        public void start() {}

        @Override
        public void stop() {}
    }

    public SeparateServers() throws IOException {
        List<String> command = Stream.of(
                        Stream.of(Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString()),
                        Stream.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:+UseTransparentHugePages"),
                        Stream.of("-cp", System.getProperty("java.class.path")),
                        Stream.of(SeparateServers.class.getName()),
                        Stream.of(postgres, redis, kafka).map(String::valueOf))
                .flatMap(part -> part)
                .toList();
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "servers-close"));
    }

    /** Runs the servers at the given ports until the standard input ends. */
    public static void main(String[] ports) throws IOException {
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
            BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
            if (!READY.equals(output.readLine())) {
                throw new IllegalStateException("the servers did not start");
            }
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
