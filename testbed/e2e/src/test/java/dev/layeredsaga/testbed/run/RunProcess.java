package dev.layeredsaga.testbed.run;

import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import dev.layeredsaga.testbed.process.Jars;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;

/** A process of {@code ./run --data DIR} on free ports. */
@Tag("failures")
final class RunProcess implements AutoCloseable {

    private static final Path TARGET = Jars.projectRoot().resolve("testbed/system/target");

    private static final Duration START = Duration.ofMinutes(5);
    static final List<String> PORTS = List.of(
            "ORDER_SERVICE_PORT",
            "SAGA_ORCHESTRATOR_PORT",
            "INVENTORY_SERVICE_PORT",
            "PAYMENT_STUB_PORT",
            "POSTGRES_PORT",
            "REDIS_PORT",
            "KAFKA_PORT");

    private final Path folder;
    private final Map<String, String> ports;
    private final Process process;

    private RunProcess(Path folder, Map<String, String> ports) throws IOException {
        this.folder = folder;
        this.ports = ports;
        Files.deleteIfExists(output());
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx768m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")),
                        "-Drun.folder=" + folder,
                        "-cp",
                        Files.readString(TARGET.resolve("classpath.txt")).strip()
                                + File.pathSeparator
                                + TARGET.resolve("classes"),
                        Run.class.getName(),
                        "--data",
                        folder.resolve("data").toString())
                .redirectErrorStream(true)
                .redirectOutput(output().toFile());
        builder.environment().putAll(ports);
        this.process = builder.start();
    }

    /** Starts on ports of its own, with everything it writes below this folder. */
    static RunProcess in(Path folder) throws IOException {
        return new RunProcess(
                folder,
                PORTS.stream().collect(Collectors.toMap(Function.identity(), port -> "" + Loopback.freePort())));
    }

    /** Starts the same again. */
    RunProcess again() throws IOException {
        return new RunProcess(folder, ports);
    }

    RunProcess awaitReady() {
        Awaitility.await("ready: " + folder)
                .atMost(START)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> !process.isAlive() || written().contains("ready; Ctrl-C stops"));
        if (!process.isAlive()) {
            throw new IllegalStateException("ended:\n" + written());
        }
        return this;
    }

    String written() {
        try {
            return Files.readString(output());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The value that it keeps under this name for others, such as ADMIN. */
    String credential(String name) {
        try (Stream<String> lines = Files.lines(folder.resolve("tokens"))) {
            return lines.filter(line -> line.startsWith(name + "="))
                    .map(line -> line.substring(name.length() + 1))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String port(String variable) {
        return Objects.requireNonNull(ports.get(variable), variable);
    }

    /** The programs that run from this folder, or on data in it. */
    List<Long> servers() {
        return ProcessHandle.allProcesses()
                .filter(each -> each.pid() != process.pid())
                .filter(each -> each.info().commandLine().orElse("").contains(folder.toString()))
                .map(ProcessHandle::pid)
                .toList();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    int stop() throws InterruptedException {
        process.destroy();
        return process.waitFor();
    }

    /** Leaves nothing running, whatever the test has found. */
    @Override
    public void close() {
        process.destroyForcibly();
        servers().forEach(server -> ProcessHandle.of(server).ifPresent(ProcessHandle::destroyForcibly));
    }

    private Path output() {
        return folder.resolve("terminal.log");
    }
}
