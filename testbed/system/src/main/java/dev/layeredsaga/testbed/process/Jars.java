package dev.layeredsaga.testbed.process;

import dev.layeredsaga.testbed.infrastructure.ProjectFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The executable jars that the build has made. */
public final class Jars {

    private Jars() {}

    /**
     * @param program the name of its module
     * @throws IllegalStateException if it has not been built
     */
    public static Path of(String program) {
        Path target = projectRoot().resolve(program).resolve("target");
        try (Stream<Path> files = Files.isDirectory(target) ? Files.list(target) : Stream.empty()) {
            return files.filter(file -> file.getFileName().toString().endsWith("-exec.jar"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no executable jar in " + target));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From wherever this is run inside the project. */
    public static Path projectRoot() {
        return ProjectFolder.find();
    }
}
