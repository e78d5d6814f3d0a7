package dev.layeredsaga.testbed.bench.footprint;

import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import dev.layeredsaga.testbed.process.Executable;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.process.TrainedPrograms;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A service's jar, started with the heap size of the images.
 *
 * @param environment the variables with the servers' addresses
 */
record Program(String name, Path jar, Map<String, String> environment) {

    /**
     * One measured start.
     *
     * @param took time until it served requests, to a tenth of a second
     * @param bytes resident memory at that time
     */
    record Start(Duration took, long bytes) {

        double seconds() {
            return took.toMillis() / 1e3;
        }

        double megabytes() {
            return bytes / 1e6;
        }
    }

    /** Starts the program with further JVM options, waits until it serves requests, and stops it. */
    Start start(List<String> options) {
        List<String> all = Stream.concat(TrainedPrograms.OPTIONS_AS_DEPLOYED.stream(), options.stream())
                .toList();
        long begin = System.nanoTime();
        try (ServiceProcess process =
                ServiceProcess.start(name, new Executable(jar, all), Loopback.freePort(), environment)) {
            process.awaitReady();
            Start start = new Start(Duration.ofNanos(System.nanoTime() - begin), ResidentMemory.of(process.handle()));
            process.terminate();
            return start;
        }
    }

    /** Returns the program extracted by Spring Boot's own tool, so that its class loader need not read nested jars. */
    Program extracted(Path folder) throws IOException, InterruptedException {
        Process tool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djarmode=tools",
                        "-jar",
                        jar.toString(),
                        "extract",
                        "--force",
                        "--destination",
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (tool.waitFor() != 0) {
            throw new IllegalStateException("could not take apart " + jar);
        }
        return new Program(name, folder.resolve(jar.getFileName()), environment);
    }
}
