package dev.layeredsaga.testbed.bench.footprint;

import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Resident memory of processes on Linux: the proportional set size, which counts pages shared by several processes once in all.
 */
final class ResidentMemory {

    private static final List<String> PORTS = List.of(
            "ORDER_SERVICE_PORT",
            "SAGA_ORCHESTRATOR_PORT",
            "INVENTORY_SERVICE_PORT",
            "PAYMENT_STUB_PORT",
            "KAFKA_PORT",
            "POSTGRES_PORT",
            "REDIS_PORT");

    private ResidentMemory() {}

    /** Runs {@code ./run} on other ports; returns the bytes after the demonstration: of the services, PostgreSQL, Redis and Kafka. */
    static long ofWholeRun() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("./run").redirectErrorStream(true);
        PORTS.forEach(port -> builder.environment().put(port, Integer.toString(Loopback.freePort())));
        Process run = builder.start();
        try {
            awaitDemonstration(run);
            // PostgreSQL and Redis are started from a folder named after their JVM's process id
            String folder = "layered-saga-" + run.pid() + "-";
            return ofTrees(process -> process.pid() == run.pid()
                    || process.info().commandLine().orElse("").contains(folder));
        } finally {
            run.destroy();
            run.waitFor();
        }
    }

    private static void awaitDemonstration(Process run) throws IOException {
        BufferedReader output = run.inputReader();
        String line = output.readLine();
        while (line != null && !line.contains("Ctrl-C")) {
            line = output.readLine();
        }
        if (line == null) {
            throw new IllegalStateException("./run has ended");
        }
    }

    /** Returns the bytes of one process. */
    static long of(ProcessHandle process) {
        try {
            return Files.readAllLines(Path.of("/proc/%d/smaps_rollup".formatted(process.pid()))).stream()
                    .filter(line -> line.startsWith("Pss:"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        } catch (NoSuchFileException e) {
            return 0; // it has just ended
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the bytes of the matching processes and their descendants. */
    private static long ofTrees(Predicate<ProcessHandle> roots) {
        return ProcessHandle.allProcesses()
                .filter(roots)
                .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
                .distinct()
                .mapToLong(ResidentMemory::of)
                .sum();
    }
}
