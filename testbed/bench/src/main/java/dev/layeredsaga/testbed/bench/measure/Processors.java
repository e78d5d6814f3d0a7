package dev.layeredsaga.testbed.bench.measure;

import java.io.IOException;
import java.lang.ProcessHandle.Info;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
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

    /** Returns the CPU time that the machine has spent, on whatever; zero if it does not tell. */
    public static Duration machine() throws IOException {
        Path figures = Path.of("/proc/stat");
        if (!Files.exists(figures)) {
            return Duration.ZERO;
        }
        // cpu user nice system idle iowait irq softirq steal …, in hundredths of a second
        String[] cpu = Files.readAllLines(figures).getFirst().trim().split(" +", -1);
        long ticks = IntStream.of(1, 2, 3, 6, 7)
                .mapToLong(field -> Long.parseLong(cpu[field]))
                .sum();
        return Duration.ofMillis(ticks * 10);
    }

    /** Returns the CPU time of the process alone. */
    public static Duration of(ProcessHandle process) {
        return of(Stream.of(process));
    }

    private static Duration of(Stream<ProcessHandle> processes) {
        return processes
                .map(ProcessHandle::info)
                .map(Info::totalCpuDuration)
                .flatMap(Optional::stream)
                .reduce(Duration.ZERO, Duration::plus);
    }
}
