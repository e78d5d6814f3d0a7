package dev.layeredsaga.testbed.process;

import dev.layeredsaga.testbed.client.Http;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * A service as it is deployed: a process of its own, started with {@code java -jar}, set up by its environment, and killed without
 * any warning when it is closed. Not thread-safe.
 */
public final class ServiceProcess implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(3);

    private final ProcessBuilder builder;
    private final Path log;
    private final int port;
    private Process process;
    private boolean closed;

    private ServiceProcess(ProcessBuilder builder, Path log, int port) throws IOException {
        this.builder = builder;
        this.log = log;
        this.port = port;
        this.process = builder.start();
    }

    /**
     * Starts without waiting until it is ready. What it writes to the terminal goes to {@code target/PROGRAM-PORT.log}.
     *
     * @param program its name, such as {@code order-service}
     */
    public static ServiceProcess start(
            String program, Executable executable, int port, Map<String, String> environment) {
        try {
            Path log = Path.of("target", program + "-" + port + ".log").toAbsolutePath();
            Files.createDirectories(log.getParent());
            Files.deleteIfExists(log);
            ProcessBuilder builder = new ProcessBuilder(command(executable))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().put("SERVER_PORT", Integer.toString(port));
            builder.environment().putAll(environment);
            return new ServiceProcess(builder, log, port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> command(Executable executable) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(executable.options());
        command.addAll(List.of("-jar", executable.jar().toString()));
        return command;
    }

    public URI url() {
        return URI.create("http://localhost:" + port);
    }

    /**
     * Returns once it serves requests.
     *
     * @throws IllegalStateException if it has ended
     */
    public void awaitReady() {
        awaitHealth("readiness");
    }

    /**
     * Returns once it lives by its own account, ready or not.
     *
     * @throws IllegalStateException if it has ended
     */
    public void awaitLive() {
        awaitHealth("liveness");
    }

    private void awaitHealth(String group) {
        Awaitility.await(group + " of " + url())
                .atMost(START)
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions()
                .until(() -> !process.isAlive() || isUp(group));
        requireAlive();
    }

    private boolean isUp(String group) {
        return new Http().get(url(), "/actuator/health/" + group).status() == 200;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The running process. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** As {@code kill -9} does it: without any warning. Waits for its end even if interrupted, so that a caller with several ends all. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Asks it to stop, as {@code kill} does it, and waits until it has. */
    public void terminate() {
        process.destroy();
        awaitExit();
    }

    /** Stops it in the middle of whatever it does, until it is {@link #thaw() thawed}. */
    public void freeze() {
        signal("STOP");
    }

    public void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        if (!Signals.send(name, List.of(process.pid()))) {
            throw new IllegalStateException("SIG" + name + " did not reach " + url());
        }
    }

    /**
     * Starts it at the same port, with the same environment.
     *
     * @throws IllegalStateException if it has been closed, maybe by a JVM that is ending: it would be left behind
     */
    public synchronized void startAgain() {
        if (closed) {
            throw new IllegalStateException(url() + " has been closed");
        }
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it as {@link #startAgain()}, with further settings from now on. */
    public void startAgain(Map<String, String> further) {
        builder.environment().putAll(further);
        startAgain();
    }

    public int awaitExit() {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Returns once it has written this to the terminal. */
    public void awaitOutput(String text) {
        Awaitility.await(text)
                .atMost(START)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> output().contains(text) || !process.isAlive());
        requireAlive();
    }

    private void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException("ended:\n" + output());
        }
    }

    /** Returns the process's output so far. */
    public String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        kill();
    }
}
