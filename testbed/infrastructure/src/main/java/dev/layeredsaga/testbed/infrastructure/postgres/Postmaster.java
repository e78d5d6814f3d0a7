package dev.layeredsaga.testbed.infrastructure.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** PostgreSQL's main process, found by its pid file, to kill it when it cannot be shut down. */
public record Postmaster(ProcessHandle process) {

    public static Optional<Postmaster> of(Path data) {
        try (var lines = Files.lines(data.resolve("postmaster.pid"))) {
            return lines.findFirst()
                    .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid.strip())))
                    .filter(process -> serves(process, data))
                    .map(Postmaster::new);
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Checks the command line, because the file may be stale after a crash and its pid reused by another process. */
    private static boolean serves(ProcessHandle process, Path data) {
        return process.info().commandLine().orElse("").contains(data.toString());
    }

    void kill() {
        if (process.destroyForcibly()) {
            process.onExit().join();
        }
    }
}
