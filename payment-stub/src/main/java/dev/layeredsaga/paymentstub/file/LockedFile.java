package dev.layeredsaga.paymentstub.file;

import dev.layeredsaga.paymentstub.ledger.UnusableJournal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Opens a file with an exclusive lock for one stub. */
final class LockedFile {

    private LockedFile() {}

    static FileChannel open(Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new UnusableJournal(
                    "the ledger " + file + " is a directory, or something else that is no file", null);
        }
        try {
            return locked(file, channel(file));
        } catch (AccessDeniedException e) {
            throw new UnusableJournal("the ledger " + file + " cannot be written: no permission", e);
        } catch (NoSuchFileException e) {
            throw new UnusableJournal("the ledger " + file + " cannot be created: no such directory", e);
        } catch (IOException e) {
            throw new UnusableJournal("the ledger " + file + " cannot be opened: " + e.getMessage(), e);
        }
    }

    private static FileChannel channel(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static FileChannel locked(Path file, FileChannel channel) throws IOException {
        if (isLocked(channel)) {
            return channel;
        }
        channel.close();
        throw new UnusableJournal("the ledger " + file + " is held by another stub", null);
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // the other stub runs in this process
            return false;
        }
    }
}
