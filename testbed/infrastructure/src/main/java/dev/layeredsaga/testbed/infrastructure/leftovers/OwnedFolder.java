package dev.layeredsaga.testbed.infrastructure.leftovers;

import dev.layeredsaga.testbed.infrastructure.server.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A folder with exclusive use by one process. The owner holds a lock on the file {@value #LOCK}, which the operating system releases
 * whenever the process ends.
 */
public final class OwnedFolder implements AutoCloseable {

    private static final String LOCK = "owner.lock";

    private final Path path;
    private final FileChannel channel;

    private OwnedFolder(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Creates a temporary folder of this process. */
    public static OwnedFolder temporary() {
        try {
            return claim(Files.createTempDirectory(
                    Folders.PREFIX + ProcessHandle.current().pid() + "-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws IllegalStateException if another process uses the folder; the message names the process */
    public static OwnedFolder claim(Path folder) {
        try {
            return tryToClaim(Folders.create(folder), StandardOpenOption.CREATE)
                    .orElseThrow(() ->
                            new IllegalStateException("%s is in use by process %s".formatted(folder, owner(folder))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the folder if it had an owner and that process has ended. */
    static Optional<OwnedFolder> claimAbandoned(Path folder) {
        try {
            return tryToClaim(folder, StandardOpenOption.WRITE);
        } catch (IOException e) {
            return Optional.empty(); // never owned, deleted meanwhile, or another user's
        }
    }

    private static Optional<OwnedFolder> tryToClaim(Path folder, StandardOpenOption mode) throws IOException {
        FileChannel channel = FileChannel.open(folder.resolve(LOCK), mode, StandardOpenOption.WRITE);
        if (lock(channel) == null) {
            channel.close();
            return Optional.empty();
        }
        channel.truncate(0);
        channel.write(
                StandardCharsets.US_ASCII.encode(
                        Long.toString(ProcessHandle.current().pid())),
                0);
        return Optional.of(new OwnedFolder(folder, channel));
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // locked by this process
        }
    }

    private static String owner(Path folder) {
        try {
            return Files.readString(folder.resolve(LOCK));
        } catch (IOException e) {
            return "unknown";
        }
    }

    public Path path() {
        return path;
    }

    /** Deletes the folder with its contents. */
    public void delete() {
        close();
        Folders.delete(path);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
