package dev.layeredsaga.testbed.infrastructure.leftovers;

import dev.layeredsaga.testbed.infrastructure.postgres.Postmaster;
import dev.layeredsaga.testbed.infrastructure.server.Folders;
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

/**
 * Ends PostgreSQL and Redis processes that have outlived a killed parent, found by the folder that it used. Usually a {@link Watchdog}
 * has done so before, unless it was killed, too.
 */
public final class AbandonedServers {

    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(10);

    /** Minimum age of a folder whose process may be alive; it may be about to lock the folder. */
    private static final Duration MIN_AGE = Duration.ofSeconds(10);

    private AbandonedServers() {}

    /**
     * Ends the servers left by killed processes of this user, and removes their temporary folders. Keeps everything that is in use.
     *
     * @param data a folder whose PostgreSQL is ended, too, if no process owns the folder any more
     * @return the ids of the processes that were ended
     */
    public static List<Long> end(Optional<Path> data) {
        return end(Path.of(System.getProperty("java.io.tmpdir")), data);
    }

    /** Ends those whose folders are in a temporary folder other than this JVM's. */
    public static List<Long> end(Path temporary, Optional<Path> data) {
        return Stream.concat(
                        foldersIn(temporary).stream().flatMap(folder -> endOf(folder).stream()),
                        data.stream().flatMap(folder -> endPostgresIn(folder).stream()))
                .toList();
    }

    private static List<Path> foldersIn(Path temporary) {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(file -> file.getFileName().toString().startsWith(Folders.PREFIX))
                    .filter(folder -> !Folders.isOfLivingProcess(folder) || isOldEnough(folder))
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

    /** Terminates the process, so that PostgreSQL needs no recovery, and kills it after a timeout. */
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
