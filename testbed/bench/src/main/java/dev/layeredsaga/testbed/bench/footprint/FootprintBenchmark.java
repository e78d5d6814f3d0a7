package dev.layeredsaga.testbed.bench.footprint;

import static dev.layeredsaga.testbed.bench.measure.Console.say;
import static java.util.Locale.ROOT;

import dev.layeredsaga.testbed.bench.footprint.Program.Start;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import dev.layeredsaga.testbed.bench.measure.Plot;
import dev.layeredsaga.testbed.bench.measure.Results;
import dev.layeredsaga.testbed.bench.measure.Table;
import dev.layeredsaga.testbed.bench.service.DurableServers;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.process.Jars;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.system.Service;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Measures the start of each service, one at a time, with a heap of 256 MiB: from the jar as it is built, extracted into a
 * folder, and with an AOT cache (JEP 483, 514, 515) written by an earlier start. Measures resident memory after the start, and
 * that of the whole of {@code ./run}. Linux only. The argument is the number of starts of each, default 3.
 */
public final class FootprintBenchmark {

    private static final Path FOLDER = Path.of("testbed/bench/target/footprint");

    private final int rounds;
    private final Results results = new Results("footprint");
    private final Table table = new Table("start", "seconds", "ratio", "resident MB");
    /** Median seconds by way of starting, one for each service in turn. */
    private final Map<String, List<Double>> seconds = new LinkedHashMap<>();

    private FootprintBenchmark(int rounds) {
        this.rounds = rounds;
    }

    public static void main(String[] arguments) throws Exception {
        FootprintBenchmark benchmark =
                new FootprintBenchmark(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3);
        try (EmbeddedInfrastructure servers = DurableServers.start()) {
            for (Service service : Service.values()) {
                benchmark.measure(new Program(
                        service.serviceName(),
                        Jars.of(service.serviceName()),
                        SeparateSystem.environmentFor(servers, service.database(), "http://localhost:1")));
            }
        }
        say("%n%s%n".formatted(benchmark.table));
        benchmark.plot();
        benchmark.wholeRun();
    }

    private void measure(Program program) throws IOException, InterruptedException {
        double jar = measure(program, "the jar", List.of(), Double.NaN);
        Program extracted = program.extracted(FOLDER.resolve(program.name()));
        measure(extracted, "extracted", List.of(), jar);
        Path cache = FOLDER.resolve(program.name() + ".aot");
        extracted.start(List.of("-XX:AOTCacheOutput=" + cache));
        measure(extracted, "with an AOT cache", List.of("-XX:AOTCache=" + cache), jar);
    }

    /** Returns the median, in seconds. */
    private double measure(Program program, String way, List<String> options, double baseline) throws IOException {
        List<Start> starts = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            starts.add(program.start(options));
        }
        String title = "%s, %s".formatted(program.name(), way);
        double median = Percentiles.median(starts, start -> start.took().toMillis() / 1e3);
        double megabytes = Percentiles.median(starts, start -> start.bytes() / 1e6);
        String ratio = String.format(ROOT, "%.2f", Double.isNaN(baseline) ? 1 : median / baseline);
        say("%-40s %5.1f s %6.0f MB%n".formatted(title, median, megabytes));
        table.row(title, String.format(ROOT, "%.1f", median), ratio, "%.0f".formatted(megabytes));
        results.add(title, starts);
        seconds.computeIfAbsent(way, first -> new ArrayList<>()).add(median);
        return median;
    }

    private void plot() throws IOException {
        List<String> services =
                Stream.of(Service.values()).map(Service::serviceName).toList();
        results.plot(
                "starts",
                Plot.bars(
                        "Until it serves",
                        "",
                        "seconds",
                        seconds.entrySet().stream()
                                .map(way -> new Plot.Bars(way.getKey(), services, way.getValue()))
                                .toList()));
    }

    private void wholeRun() throws IOException, InterruptedException {
        say("./run …%n".formatted());
        long bytes = WholeRun.bytes();
        say("./run, all of it, after the demonstration: %,.0f MB resident%n".formatted(bytes / 1e6));
        results.add("./run", bytes);
    }
}
