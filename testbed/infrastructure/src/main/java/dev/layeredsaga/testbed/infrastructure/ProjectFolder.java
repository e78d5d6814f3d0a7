package dev.layeredsaga.testbed.infrastructure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The project's root folder. */
public final class ProjectFolder {

    private ProjectFolder() {}

    /**
     * Finds the folder from the working directory upwards.
     *
     * @throws IllegalStateException if the working directory is not inside the project
     */
    public static Path find() {
        return findAny()
                .orElseThrow(() -> new IllegalStateException(
                        "not inside the project: " + Path.of("").toAbsolutePath()));
    }

    /** Finds the folder of a project with Maven's wrapper, which another one may be, from the working directory upwards. */
    static Optional<Path> findAny() {
        return Stream.iterate(Path.of("").toAbsolutePath(), folder -> folder != null, Path::getParent)
                .filter(folder -> Files.exists(folder.resolve("mvnw")))
                .findFirst();
    }
}
