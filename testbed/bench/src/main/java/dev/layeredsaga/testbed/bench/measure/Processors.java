package dev.layeredsaga.testbed.bench.measure;

import java.lang.ProcessHandle.Info;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** Measures the CPU time of processes. Processes that have ended in between are not counted. */
public final class Processors {

    private Processors() {}

    /** Returns the CPU time of the current JVM. */
    public static Duration self() {
        return of(Stream.of(ProcessHandle.current()));
    }

    /** Returns the CPU time of the process and its descendants. */
    public static Duration tree(ProcessHandle root) {
        return of(Stream.concat(Stream.of(root), root.descendants()));
    }

    private static Duration of(Stream<ProcessHandle> processes) {
        return processes
                .map(ProcessHandle::info)
                .map(Info::totalCpuDuration)
                .flatMap(Optional::stream)
                .reduce(Duration.ZERO, Duration::plus);
    }
}
