package dev.layeredsaga.testbed.infrastructure;

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
 * A folder that one process at a time uses. The lock on the file {@value #LOCK} says so, which the operating system takes back when
 * the process dies, however it dies.
 */
final class OwnedFolder implements AutoCloseable {

    private static final String LOCK = "owner.lock";

    private final Path path;
    private final FileChannel channel;

    private OwnedFolder(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Creates a new folder below the system's temporary one. */
    static OwnedFolder temporary(String prefix) {
        try {
            return claim(Files.createTempDirectory(prefix));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws IllegalStateException naming the process that uses the folder */
    static OwnedFolder claim(Path folder) {
        try {
            return tryToClaim(Folders.create(folder), StandardOpenOption.CREATE)
                    .orElseThrow(() ->
                            new IllegalStateException("%s is in use by process %s".formatted(folder, owner(folder))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the folder if it once had an owner and that process is gone. */
    static Optional<OwnedFolder> claimAbandoned(Path folder) {
        try {
            return tryToClaim(folder, StandardOpenOption.WRITE);
        } catch (IOException e) {
            return Optional.empty(); // never owned, gone by now, or another user's
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
            return null; // this process has it
        }
    }

    private static String owner(Path folder) {
        try {
            return Files.readString(folder.resolve(LOCK));
        } catch (IOException e) {
            return "unknown";
        }
    }

    Path path() {
        return path;
    }

    /** Deletes the folder with all that is in it. */
    void delete() {
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
