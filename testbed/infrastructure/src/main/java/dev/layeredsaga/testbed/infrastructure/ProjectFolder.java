package dev.layeredsaga.testbed.infrastructure;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The project's root folder. */
public final class ProjectFolder {

    private ProjectFolder() {}

    /**
     * Finds the folder from the working directory upwards.
     *
     * @throws IllegalStateException if the working directory is not inside the project
     */
    public static Path find() {
        @Nullable Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("mvnw"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException(
                    "not inside the project: " + Path.of("").toAbsolutePath());
        }
        return folder;
    }
}
