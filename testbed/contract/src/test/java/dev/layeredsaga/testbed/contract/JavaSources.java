package dev.layeredsaga.testbed.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The main and test sources of all modules. */
final class JavaSources {

    private JavaSources() {}

    /**
     * Returns the Java files of the project in this folder.
     *
     * @throws IllegalStateException if there are so few that the folder cannot be the project's
     */
    static List<Path> filesBelow(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path folder : foldersBelow(root)) {
            try (Stream<Path> below = Files.walk(folder)) {
                below.filter(path -> path.toString().endsWith(".java")).sorted().forEach(files::add);
            }
        }
        if (files.size() < 1_000) {
            throw new IllegalStateException("only " + files.size() + " Java files below " + root.toAbsolutePath());
        }
        return files;
    }

    private static List<Path> foldersBelow(Path root) throws IOException {
        try (Stream<Path> folders = Files.find(
                root, 5, (path, attributes) -> path.endsWith("src/main/java") || path.endsWith("src/test/java"))) {
            return folders.sorted().toList();
        }
    }
}
