package dev.layeredsaga.testbed.failures.fault;

import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.kafka.KafkaServer;
import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import dev.layeredsaga.testbed.infrastructure.redis.RedisServer;
import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import dev.layeredsaga.testbed.infrastructure.server.Ports;
import dev.layeredsaga.testbed.infrastructure.server.Server;
import dev.layeredsaga.testbed.process.Signals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.springframework.boot.logging.LoggingSystem;

/**
 * PostgreSQL, Redis and Kafka outside of the test's JVM, so that each of them can be frozen: SIGSTOP closes no connection and answers
 * nothing, as a lost host does. They end with the test's JVM. Not thread-safe.
 */
@Tag("failures")
final class ServersProcess implements Infrastructure {

    private static final Path LOG = Path.of("target", "servers.log");
    private static final String READY = "the servers are ready";

    private static final Duration START = Duration.ofSeconds(90);

    private final Ports ports = new Ports(Loopback.freePort(), Loopback.freePort(), Loopback.freePort());
    private final List<Long> frozen = new ArrayList<>();
    private final Process process;

    private ServersProcess() throws IOException {
        process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ServersProcess.class.getName(),
                        Integer.toString(ports.postgres()),
                        Integer.toString(ports.redis()),
                        Integer.toString(ports.kafka()))
                .redirectErrorStream(true)
                .redirectOutput(LOG.toFile())
                .start();
    }

    /** Returns when all of them answer. */
    static ServersProcess begin() {
        try {
            ServersProcess servers = new ServersProcess();
            Awaitility.await("the servers, see " + LOG)
                    .atMost(START)
                    .until(() -> Files.readString(LOG).contains(READY));
            return servers;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the servers until its input ends. */
    public static void main(String[] arguments) throws IOException {
        Ports ports = new Ports(
                Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        LoggingSystem.get(ServersProcess.class.getClassLoader()).beforeInitialize();
        EmbeddedInfrastructure servers =
                EmbeddedInfrastructure.start(EmbeddedSettings.forTests().withPorts(ports));
        System.out.println(READY);
        while (System.in.read() >= 0) {
            // nothing is said to it
        }
        servers.close();
        System.exit(0);
    }

    /** Every process of PostgreSQL, those that accept connections included. */
    void freezePostgres() {
        ProcessHandle postmaster = ProcessHandle.of(aSession())
                .flatMap(ProcessHandle::parent)
                .orElseThrow(() -> new IllegalStateException("PostgreSQL has gone"));
        freeze(Stream.concat(postmaster.children(), Stream.of(postmaster)));
    }

    private long aSession() {
        try (Connection connection = postgres().connect("postgres");
                Statement query = connection.createStatement();
                ResultSet row = query.executeQuery("SELECT min(pid) FROM pg_stat_activity")) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    void freezeRedis() {
        freeze(process.descendants()
                .filter(child -> child.info().command().orElse("").contains("redis")));
    }

    void freezeKafka() {
        freeze(Stream.of(process.toHandle()));
    }

    private void freeze(Stream<ProcessHandle> processes) {
        List<Long> ids = processes.map(ProcessHandle::pid).toList();
        if (ids.isEmpty()) {
            throw new IllegalStateException("there is no such process");
        }
        frozen.addAll(ids);
        boolean unused = Signals.send("STOP", ids);
    }

    /** Lets all that is frozen go on. */
    void thaw() {
        List<Long> ids = List.copyOf(frozen);
        frozen.clear();
        boolean unused = Signals.send("CONT", ids);
    }

    @Override
    public PostgresServer postgres() {
        return new Postgres(ports.postgres());
    }

    @Override
    public RedisServer redis() {
        return new Redis(ports.redis());
    }

    @Override
    public KafkaServer kafka() {
        return new Kafka(ports.kafka());
    }

    /** Does nothing: the servers already run. */
    @Override
    public void start() {}

    @Override
    public void close() {
        thaw();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A server that others start and stop. */
    private interface Foreign extends Server {

        @Override
        default void start() {}

        @Override
        default void stop() {}
    }

    private record Postgres(int port) implements Foreign, PostgresServer {}

    private record Redis(int port) implements Foreign, RedisServer {}

    private record Kafka(int port) implements Foreign, KafkaServer {}
}
