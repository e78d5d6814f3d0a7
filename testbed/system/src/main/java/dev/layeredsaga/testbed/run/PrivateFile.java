package dev.layeredsaga.testbed.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Files with secrets. */
final class PrivateFile {

    private PrivateFile() {}

    /** Writes a file that only its owner can read and that is deleted when this process ends. */
    static void write(Path file, String content) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        file.toFile().deleteOnExit();
        Files.writeString(file, content);
    }
}
