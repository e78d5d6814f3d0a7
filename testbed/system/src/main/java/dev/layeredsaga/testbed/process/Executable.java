package dev.layeredsaga.testbed.process;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A jar to start, with the options of its JVM. Immutable. */
public record Executable(Path jar, List<String> options) {

    public Executable {
        options = List.copyOf(options);
    }

    /** Returns the same with further options. */
    public Executable with(String... more) {
        return new Executable(
                jar, Stream.concat(options.stream(), Stream.of(more)).toList());
    }
}
