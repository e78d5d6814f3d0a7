package dev.layeredsaga.testbed.bench.footprint;

import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.infrastructure.Loopback;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * A service as one starts it: the jar with the heap that the images have.
 *
 * @param environment what it needs to find the servers
 */
record Program(String name, Path jar, Map<String, String> environment) {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    /** @param bytes resident when it was ready */
    record Start(Duration took, long bytes) {}

    /** Starts it with further options for its JVM, waits until it serves requests, and stops it again. */
    Start start(List<String> options) throws IOException, InterruptedException {
        int port = Loopback.freePort();
        long begin = System.nanoTime();
        Process process = process(port, options);
        try {
            awaitReady(process, port);
            return new Start(Duration.ofNanos(System.nanoTime() - begin), ResidentMemory.of(process.toHandle()));
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    private Process process(int port, List<String> options) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(java(), "-Xmx256m", "-XX:+UseSerialGC", "-Dspring.main.banner-mode=off"));
        command.addAll(options);
        command.addAll(List.of("-jar", jar.toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Path.of("testbed/bench/target/footprint-" + name + ".log")
                        .toFile());
        builder.environment().putAll(new HashMap<>(environment));
        builder.environment().put("SERVER_PORT", Integer.toString(port));
        builder.environment().put("PAYMENT_STUB_PORT", Integer.toString(port));
        return builder.start();
    }

    private static void awaitReady(Process process, int port) {
        Http http = new Http();
        URI url = URI.create("http://localhost:" + port);
        Awaitility.await("readiness of " + url)
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(BETWEEN_LOOKS)
                .ignoreExceptions()
                .until(() -> !process.isAlive()
                        || http.get(url, "/actuator/health/readiness").status() == 200);
        if (!process.isAlive()) {
            throw new IllegalStateException("it has ended; see testbed/bench/target/footprint-*.log");
        }
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The same, taken apart into a folder by Spring Boot's own tool: what its class loader does not need to look into. */
    Program extracted(Path folder) throws IOException, InterruptedException {
        Process tool = new ProcessBuilder(
                        java(),
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
