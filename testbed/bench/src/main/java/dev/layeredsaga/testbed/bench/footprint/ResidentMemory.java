package dev.layeredsaga.testbed.bench.footprint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Resident memory of processes on Linux: the proportional set size, which counts pages shared by several processes once in all.
 */
final class ResidentMemory {

    private static final String PROPORTIONAL = "Pss:";

    private ResidentMemory() {}

    /** Returns the bytes of one process. */
    static long of(ProcessHandle process) {
        try {
            return Files.readAllLines(Path.of("/proc/%d/smaps_rollup".formatted(process.pid()))).stream()
                    .filter(line -> line.startsWith(PROPORTIONAL))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        } catch (NoSuchFileException e) {
            return 0; // it has just ended
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the bytes of the matching processes and their descendants. */
    static long ofTrees(Predicate<ProcessHandle> roots) {
        return ProcessHandle.allProcesses()
                .filter(roots)
                .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
                .distinct()
                .mapToLong(ResidentMemory::of)
                .sum();
    }
}
