package dev.layeredsaga.testbed.bench.outbox;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.bench.service.DurableServers;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * Compares outbox relays on one durable PostgreSQL and one Kafka: each warms up, then runs every workload three times, in turn
 * with the others. The argument is the directory for the raw figures; default {@code target}.
 */
public final class OutboxBenchmark {

    private static final int ROUNDS = 3;

    /** Time after which no further round begins, however slow the machine. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final List<Workload> WORKLOADS = List.of(
            new Workload("1 message per transaction", 6_000, 1),
            new Workload("100 messages per transaction", 8_000, 100));

    private final Bench bench;
    private final Report report = new Report();

    private OutboxBenchmark(Bench bench) {
        this.bench = bench;
    }

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments.length == 0 ? "target" : arguments[0]);
        try (EmbeddedInfrastructure infrastructure = DurableServers.start();
                Bench bench = new Bench(infrastructure)) {
            bench.open();
            OutboxBenchmark benchmark = new OutboxBenchmark(bench);
            benchmark.compare();
            benchmark.report.write(directory.resolve("outbox-benchmark.json"));
        }
    }

    private void compare() throws InterruptedException, ExecutionException {
        long end = System.nanoTime() + LIMIT.toNanos();
        for (int round = 0; round <= ROUNDS && (round < 2 || System.nanoTime() < end); round++) {
            for (Workload workload : WORKLOADS) {
                for (Contender contender : inTurn(round)) {
                    run(contender, workload, round);
                }
            }
        }
        WORKLOADS.forEach(workload -> say(report.table(workload)));
    }

    /** Rotates the contenders, so that each is first in turn. */
    private static List<Contender> inTurn(int round) {
        List<Contender> contenders = new ArrayList<>(List.of(Contender.values()));
        Collections.rotate(contenders, round);
        return contenders;
    }

    private void run(Contender contender, Workload workload, int round)
            throws InterruptedException, ExecutionException {
        String when = round == 0 ? "warm-up" : "round " + round;
        say("%-8s %-30s %-20s".formatted(when, workload.name(), contender.title));
        Figures figures = bench.run(contender, workload);
        report.add(new Run(contender, workload.name(), round, figures));
        say("%8.0f msg/s%n".formatted(figures.rate()));
    }
}
