package dev.layeredsaga.testbed.process;

import dev.layeredsaga.testbed.infrastructure.ProjectFolder;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The jars of the programs. In a test these are the released ones, one executable jar each; in what a launcher has started, the plain
 * jars that {@code testbed/build} leaves in {@code target/launch}.
 */
public final class Jars {

    /** True if this class was loaded from what {@code testbed/build} leaves. */
    private static final boolean LAUNCHED = Jars.class
            .getProtectionDomain()
            .getCodeSource()
            .getLocation()
            .getPath()
            .contains("/target/launch/");

    private Jars() {}

    /**
     * Returns the executable jar.
     *
     * @param program the name of its module
     * @throws IllegalStateException if it has not been built
     */
    public static Path executable(String program) {
        Path target = projectRoot().resolve(program).resolve("target");
        try (Stream<Path> files = Files.isDirectory(target) ? Files.list(target) : Stream.empty()) {
            return files.filter(file -> file.getFileName().toString().endsWith("-exec.jar"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            "no executable jar in " + target + "; ./mvnw -Dmaven.test.skip=true package makes it"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the jars of the program: its executable jar, or its own plain one followed by what it depends on. */
    static List<Path> of(String program) {
        if (!LAUNCHED) {
            return List.of(executable(program));
        }
        Path folder = folderOf(program);
        try {
            String others = Files.readString(folder.resolve("classpath.txt")).strip();
            return Stream.concat(
                            Stream.of(folder.resolve(program + ".jar")),
                            Stream.of(others.split(File.pathSeparator)).map(Path::of))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the folder that the program's own jar is in. */
    static Path folderOf(String program) {
        return projectRoot().resolve(program).resolve(LAUNCHED ? "target/launch" : "target");
    }

    /** From wherever this is run inside the project. */
    public static Path projectRoot() {
        return ProjectFolder.find();
    }
}
