package dev.layeredsaga.testbed.infrastructure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;

final class Folders {

    private Folders() {}

    /** A new folder whose name tells which process it belongs to. */
    static Path temporary() {
        try {
            return Files.createTempDirectory(
                    "layered-saga-%d-".formatted(ProcessHandle.current().pid()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path create(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes the folder and all that is in it; nothing if it is not there. */
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
