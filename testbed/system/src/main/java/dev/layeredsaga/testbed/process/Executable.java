package dev.layeredsaga.testbed.process;

import java.nio.file.Path;
import java.util.List;

/** What is started: a jar, with the options of its JVM. Immutable. */
public record Executable(Path jar, List<String> options) {

    public Executable {
        options = List.copyOf(options);
    }
}
