package dev.layeredsaga.testbed.infrastructure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;

final class Folders {

    /** Prefix of the names of all temporary folders; the creating process's id follows. */
    static final String PREFIX = "layered-saga-";

    private Folders() {}

    /** Creates a temporary folder of this process. */
    static OwnedFolder temporary() {
        return OwnedFolder.temporary(
                PREFIX + "%d-".formatted(ProcessHandle.current().pid()));
    }

    static Path create(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes the folder with its contents; does nothing if it does not exist. */
    static void delete(Path folder) {
        try (var contents = Files.walk(folder)) {
            for (var path : contents.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (NoSuchFileException e) {
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
