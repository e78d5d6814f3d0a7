package dev.layeredsaga.testbed.bench.measure;

import java.lang.ProcessHandle.Info;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** How much of the processors' time processes have taken. What has ended in between is not counted. */
public final class Processors {

    private Processors() {}

    /** This JVM's. */
    public static Duration self() {
        return of(Stream.of(ProcessHandle.current()));
    }

    /** The process' and its descendants'. */
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
