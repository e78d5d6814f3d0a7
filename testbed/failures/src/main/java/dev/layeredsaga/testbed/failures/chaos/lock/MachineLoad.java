package dev.layeredsaga.testbed.failures.chaos.lock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The load of the machine, noticed within seconds: the load average alone takes half a minute to see that all is slow. */
final class MachineLoad {

    /** On Linux; its fourth field has the runnable threads and all, as in {@code 3/590} (proc_loadavg(5)). */
    private static final Path LOADAVG = Path.of("/proc/loadavg");

    private static final Pattern RUNNABLE = Pattern.compile("([0-9]+)/");

    private static final double WEIGHT_OF_THE_NEWEST = 0.3;

    private final OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
    private double recent;

    /** To be called every second. Returns the runnable threads per processor, now or in the last minute: the greater. */
    double sample() {
        double minute = machine.getSystemLoadAverage();
        recent += WEIGHT_OF_THE_NEWEST * (runnable(minute) - recent);
        return Math.max(recent, minute) / machine.getAvailableProcessors();
    }

    private static double runnable(double otherwise) {
        if (!Files.exists(LOADAVG)) {
            return otherwise;
        }
        try {
            Matcher runnable = RUNNABLE.matcher(Files.readString(LOADAVG));
            return runnable.find() ? Integer.parseInt(runnable.group(1)) : otherwise;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
