package dev.layeredsaga.testbed.bench.footprint;

import dev.layeredsaga.testbed.infrastructure.Loopback;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;

/** Runs {@code ./run} as usual, but on other ports. */
final class WholeRun {

    private static final List<String> PORTS = List.of(
            "ORDER_SERVICE_PORT",
            "SAGA_ORCHESTRATOR_PORT",
            "INVENTORY_SERVICE_PORT",
            "PAYMENT_STUB_PORT",
            "KAFKA_PORT",
            "POSTGRES_PORT",
            "REDIS_PORT");

    private WholeRun() {}

    /** Returns the resident bytes after the demonstration: the services, PostgreSQL, Redis and Kafka. */
    static long bytes() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("./run").redirectErrorStream(true);
        PORTS.forEach(port -> builder.environment().put(port, Integer.toString(Loopback.freePort())));
        Process run = builder.start();
        try {
            awaitDemonstration(run);
            // PostgreSQL and Redis are started from a folder named after their JVM's process id
            String folder = "layered-saga-" + run.pid() + "-";
            return ResidentMemory.ofTrees(process -> process.pid() == run.pid()
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
}
