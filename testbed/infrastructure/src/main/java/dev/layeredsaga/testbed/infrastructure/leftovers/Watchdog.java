package dev.layeredsaga.testbed.infrastructure.leftovers;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A shell that ends the servers in a temporary folder, and deletes the folder, if this process ends without {@link #close()}, by
 * {@code kill -9}, too. It reads from a pipe, which the operating system closes with the process.
 */
public final class Watchdog implements AutoCloseable {

    private static final Duration END = Duration.ofSeconds(5);

    // in a session of its own where that is possible, so that a signal to this process's group does not end it
    private static final String LAUNCH = "exec $(command -v setsid) sh -c \"$0\"";

    private final Process shell;

    private Watchdog(Process shell) {
        this.shell = shell;
    }

    /** Starts one for the folder, which the programs to be ended have in their command lines. */
    public static Watchdog over(Path folder) {
        ProcessBuilder builder = new ProcessBuilder(List.of("sh", "-c", LAUNCH, script()))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        builder.environment().put("FOLDER", folder.toString());
        try {
            return new Watchdog(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String script() {
        try (var script = Objects.requireNonNull(Watchdog.class.getResourceAsStream("watchdog.sh"))) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the shell; the servers and the folder are left to the caller. Idempotent. */
    @Override
    public void close() {
        try (OutputStream input = shell.getOutputStream()) {
            input.write('\n');
        } catch (IOException e) {
            // it has ended already
        }
        try {
            if (!shell.waitFor(END)) {
                shell.destroyForcibly();
            }
        } catch (InterruptedException e) {
            shell.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
