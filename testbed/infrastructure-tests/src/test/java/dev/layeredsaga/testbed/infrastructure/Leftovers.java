package dev.layeredsaga.testbed.infrastructure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The processes and temporary files of this JVM at one moment. */
record Leftovers(Set<String> before) {

    static Leftovers now() {
        return new Leftovers(present());
    }

    /** Returns the processes and files added since. */
    Set<String> since() {
        var added = present();
        added.removeAll(before);
        return added;
    }

    private static Set<String> present() {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return Stream.concat(processes(), files.map(Path::toString).filter(Leftovers::isOurs))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Finds PostgreSQL's processes by the folder in their command lines, because they are not children of this process. */
    private static Stream<String> processes() {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(Leftovers::isOurs);
    }

    private static boolean isOurs(String text) {
        return text.contains(
                "layered-saga-%d-".formatted(ProcessHandle.current().pid()));
    }
}
