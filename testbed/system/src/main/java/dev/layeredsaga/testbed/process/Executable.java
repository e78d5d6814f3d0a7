package dev.layeredsaga.testbed.process;

import java.nio.file.Path;
import java.util.List;

/** A jar to start, with the options of its JVM. Immutable. */
public record Executable(Path jar, List<String> options) {

    public Executable {
        options = List.copyOf(options);
    }
}
