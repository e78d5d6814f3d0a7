package dev.layeredsaga.testbed.infrastructure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** PostgreSQL and Redis outlive a process that is killed; this finds them by the folder that it used, and ends them. */
public final class AbandonedServers {

    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(10);

    /** Younger folders may belong to a process that is about to lock them. */
    private static final Duration MIN_AGE = Duration.ofSeconds(10);

    private AbandonedServers() {}

    /**
     * Ends what killed processes of this user have left running, and removes their temporary folders. What is in use stays.
     *
     * @param data a folder whose PostgreSQL is to be ended, too, if nobody owns the folder any more
     * @return the ids of the processes that were ended
     */
    public static List<Long> end(Optional<Path> data) {
        return Stream.concat(
                        temporaryFolders().stream().flatMap(folder -> endOf(folder).stream()),
                        data.stream().flatMap(folder -> endPostgresIn(folder).stream()))
                .toList();
    }

    private static List<Path> temporaryFolders() {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith(Folders.PREFIX))
                    .filter(AbandonedServers::isOldEnough)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static boolean isOldEnough(Path folder) {
        try {
            return Files.getLastModifiedTime(folder)
                    .toInstant()
                    .isBefore(Instant.now().minus(MIN_AGE));
        } catch (IOException e) {
            return false;
        }
    }

    private static List<Long> endOf(Path folder) {
        Optional<OwnedFolder> abandoned = OwnedFolder.claimAbandoned(folder);
        if (abandoned.isEmpty()) {
            return List.of();
        }
        List<Long> ended = ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(folder + "/"))
                .map(AbandonedServers::end)
                .toList();
        abandoned.get().delete();
        return ended;
    }

    private static Optional<Long> endPostgresIn(Path data) {
        return OwnedFolder.claimAbandoned(data).flatMap(abandoned -> {
            try (abandoned) {
                return Postmaster.of(data.resolve("postgres")).map(postmaster -> end(postmaster.process()));
            }
        });
    }

    /** Asks the process to end, as PostgreSQL then needs no recovery, and insists if it does not. */
    private static long end(ProcessHandle process) {
        process.destroy();
        try {
            process.onExit().get(SHUTDOWN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            process.destroyForcibly();
            process.onExit().join();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return process.pid();
    }
}
