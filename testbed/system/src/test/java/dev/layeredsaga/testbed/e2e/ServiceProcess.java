package dev.layeredsaga.testbed.e2e;

import dev.layeredsaga.testbed.demo.Http;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.system.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A service as it is deployed: a process of its own, started with {@code java -jar}, set up by its environment. */
final class ServiceProcess implements AutoCloseable {

    private final ProcessBuilder builder;
    private final Path log;
    private final int port;
    private Process process;

    private ServiceProcess(ProcessBuilder builder, Path log, int port) throws IOException {
        this.builder = builder;
        this.log = log;
        this.port = port;
        this.process = builder.start();
    }

    /** Starts without waiting until it is ready. */
    static ServiceProcess start(Service service, int port, Map<String, String> environment) {
        try {
            Path log = Path.of("target", service.serviceName() + "-" + port + ".log")
                    .toAbsolutePath();
            ProcessBuilder builder = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx256m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-jar",
                            jarOf(service).toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            Files.deleteIfExists(log);
            builder.environment().put("SERVER_PORT", Integer.toString(port));
            builder.environment().putAll(environment);
            return new ServiceProcess(builder, log, port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a service needs to find the infrastructure. */
    static Map<String, String> environmentFor(Infrastructure infrastructure, String database, URI paymentStub) {
        infrastructure.postgres().createDatabase(database);
        return Map.of(
                "DATABASE_URL", infrastructure.postgres().jdbcUrl(database),
                "DATABASE_USER", infrastructure.postgres().user(),
                "DATABASE_PASSWORD", infrastructure.postgres().password(),
                "KAFKA_BOOTSTRAP_SERVERS", infrastructure.kafkaBootstrapServers(),
                "REDIS_URL", infrastructure.redisUrl(),
                "PAYMENT_GATEWAY_URL", paymentStub.toString());
    }

    private static Path jarOf(Service service) throws IOException {
        Path target = Path.of("..", "..", service.serviceName(), "target").toRealPath();
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().endsWith("-exec.jar"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no executable jar in " + target));
        }
    }

    URI url() {
        return URI.create("http://localhost:" + port);
    }

    void awaitReady() {
        Awaitility.await("readiness of " + url())
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .until(() -> isReady() || !process.isAlive());
        if (!process.isAlive()) {
            throw new AssertionError("ended while starting:\n" + output());
        }
    }

    private boolean isReady() {
        return new Http().get(url(), "/actuator/health/readiness").status() == 200;
    }

    /** As {@code kill -9} does it: without any warning. */
    void kill() {
        process.destroyForcibly();
        awaitExit();
    }

    /** Stops it in the middle of whatever it does, until it is {@link #thaw() thawed}. */
    void freeze() {
        signal("STOP");
    }

    void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start();
            if (kill.waitFor() != 0) {
                throw new AssertionError("SIG" + name + " did not reach " + url());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    void startAgain() {
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int awaitExit() {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Returns once it has written this to the terminal. */
    void awaitOutput(String text) {
        Awaitility.await(text)
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> output().contains(text) || !process.isAlive());
        assertAlive();
    }

    private void assertAlive() {
        if (!process.isAlive()) {
            throw new AssertionError("ended:\n" + output());
        }
    }

    /** What it has written to the terminal so far. */
    String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
