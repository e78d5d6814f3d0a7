package dev.layeredsaga.testbed.bench.measure;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import java.io.IOException;
import java.lang.ProcessHandle.Info;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The machine that everything measured here shares: its load, its disk, and the CPU time of its processes. */
public final class Machine {

    private Machine() {}

    /** The kind of machine. */
    public record Description(String system, String hardware, int processors, String java) {}

    public static Description describe() {
        return new Description(
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
    }

    /** Prints the load: if it exceeds the number of processors, other processes distort the times. */
    public static void showLoad() {
        OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
        say("%d processors, load average %.1f%n", machine.getAvailableProcessors(), machine.getSystemLoadAverage());
    }

    /**
     * Waits until all data written so far, by any process, is on the disk: gigabytes left by one run would otherwise be written
     * during the next.
     */
    public static void settleDisk() throws IOException, InterruptedException {
        int status = new ProcessBuilder("sync").inheritIO().start().waitFor();
        if (status != 0) {
            throw new IOException("sync ended with status " + status);
        }
    }

    /** Returns the CPU time of the current JVM. */
    public static Duration self() {
        return of(ProcessHandle.current());
    }

    /**
     * Returns the CPU time of the process and its descendants. On Linux, those that have ended are included: PostgreSQL has a
     * process for each connection, and pools replace their connections every half hour.
     */
    public static Duration tree(ProcessHandle root) {
        List<ProcessHandle> processes =
                Stream.concat(Stream.of(root), root.descendants()).toList();
        return processes.stream().map(Machine::endedChildren).reduce(of(processes.stream()), Duration::plus);
    }

    private static Duration endedChildren(ProcessHandle parent) {
        try {
            String figures = Files.readString(Path.of("/proc/%d/stat".formatted(parent.pid())));
            // pid (name) state ppid … utime stime cutime cstime …, in hundredths of a second; a name may have spaces
            String[] afterName = figures.substring(figures.lastIndexOf(')') + 2).split(" ", -1);
            return Duration.ofMillis((Long.parseLong(afterName[13]) + Long.parseLong(afterName[14])) * 10);
        } catch (IOException e) { // not Linux, or ended meanwhile
            return Duration.ZERO;
        }
    }

    /** Returns the CPU time that the machine has spent, on whatever; zero if it is not known. */
    public static Duration total() throws IOException {
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
