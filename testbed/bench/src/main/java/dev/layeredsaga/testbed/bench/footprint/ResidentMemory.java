package dev.layeredsaga.testbed.bench.footprint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Memory that processes have resident, as Linux has it: the proportional set size, in which pages that several processes share
 * count once in all.
 */
final class ResidentMemory {

    private static final String PROPORTIONAL = "Pss:";

    private ResidentMemory() {}

    /** Bytes of one process. */
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

    /** Bytes of those processes, and of their descendants. */
    static long ofTrees(Predicate<ProcessHandle> roots) {
        return ProcessHandle.allProcesses()
                .filter(roots)
                .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
                .distinct()
                .mapToLong(ResidentMemory::of)
                .sum();
    }
}
