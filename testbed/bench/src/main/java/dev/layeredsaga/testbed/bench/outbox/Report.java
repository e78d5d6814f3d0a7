package dev.layeredsaga.testbed.bench.outbox;

import static java.util.Locale.ROOT;

import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** Collects runs; prints their medians and writes all figures to a file. */
final class Report {

    private static final String LINE = "%-20s %9s %8s %10s %10s %8s %8s %8s %6s%n";

    private final List<Run> runs = new ArrayList<>();

    void add(Run run) {
        runs.add(run);
    }

    String table(Workload workload) {
        StringBuilder table = new StringBuilder("%n%s%n".formatted(workload.name()));
        table.append(
                LINE.formatted("", "msg/s", "ratio", "p50 ms", "p99 ms", "disorder", "repeated", "missing", "rows"));
        for (Contender contender : Contender.values()) {
            table.append(line(contender, of(contender, workload), of(Contender.LIBRARY, workload)));
        }
        return table.toString();
    }

    private List<Figures> of(Contender contender, Workload workload) {
        return runs.stream()
                .filter(run ->
                        run.contender() == contender && run.workload().equals(workload.name()) && run.round() > 0)
                .map(Run::figures)
                .toList();
    }

    /** Formats medians of the rounds; the ratio is the median of each round's ratio of rates; counts are sums. */
    private static String line(Contender contender, List<Figures> rounds, List<Figures> library) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < rounds.size(); i++) {
            ratios.add(rounds.get(i).rate() / library.get(i).rate());
        }
        return LINE.formatted(
                contender.title,
                "%.0f".formatted(Percentiles.median(rounds, Figures::rate)),
                String.format(ROOT, "%.2f", Percentiles.median(ratios, Double::doubleValue)),
                String.format(ROOT, "%.1f", Percentiles.median(rounds, Figures::p50)),
                String.format(ROOT, "%.1f", Percentiles.median(rounds, Figures::p99)),
                sum(rounds, Figures::outOfOrder),
                sum(rounds, Figures::repeated),
                sum(rounds, Figures::missing),
                sum(rounds, Figures::rowsLeft));
    }

    private static int sum(List<Figures> rounds, ToIntFunction<Figures> count) {
        return rounds.stream().mapToInt(count).sum();
    }

    void write(Path file) throws IOException {
        Files.writeString(
                file, MessageJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(runs));
    }
}
