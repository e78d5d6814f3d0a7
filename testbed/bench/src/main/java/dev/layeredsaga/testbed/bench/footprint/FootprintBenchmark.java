package dev.layeredsaga.testbed.bench.footprint;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.bench.footprint.Program.Start;
import dev.layeredsaga.testbed.bench.measure.BenchmarkCommand;
import dev.layeredsaga.testbed.bench.measure.Contest;
import dev.layeredsaga.testbed.bench.measure.Contest.Entrant;
import dev.layeredsaga.testbed.bench.measure.Plot;
import dev.layeredsaga.testbed.bench.measure.Results;
import dev.layeredsaga.testbed.bench.measure.Table;
import dev.layeredsaga.testbed.bench.service.DurableServers;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.process.Jars;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.system.Service;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Measures the start of each service, one at a time, with a heap of 256 MiB: from the jar as it is built, extracted into a
 * folder, and with an AOT cache (JEP 483, 514, 515) written by an earlier start. Measures resident memory after the start, and
 * that of the whole of {@code ./run}. Linux only.
 */
@Command(
        name = "footprint",
        description = "How soon each service is ready, and what memory it and all of ./run take.",
        mixinStandardHelpOptions = true)
public final class FootprintBenchmark implements Callable<Integer> {

    private static final Path FOLDER = Path.of("testbed/bench/target/footprint");

    @Parameters(
            paramLabel = "TIMES",
            defaultValue = "3",
            description = "how often each is started; default ${DEFAULT-VALUE}")
    private int times;

    private final Results results = new Results("footprint");

    private FootprintBenchmark() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        BenchmarkCommand.run(new FootprintBenchmark(), arguments);
    }

    @Override
    public Integer call() throws Exception {
        Table table = new Table("start", "seconds", "ratio", "resident MB");
        Map<String, List<Double>> seconds = new LinkedHashMap<>();
        try (EmbeddedInfrastructure servers = DurableServers.start()) {
            for (Service service : Service.values()) {
                Contest<Start> contest = starts(new Program(
                        service.serviceName(),
                        Jars.executable(service.serviceName()),
                        SeparateSystem.environmentFor(servers, service.database(), "http://localhost:1")));
                for (Entrant<Start> way : contest.entrants()) {
                    table.row(
                            service.serviceName() + ", " + way.title(),
                            way.spread(Start::seconds),
                            way.ratioTo(contest.baseline(), Start::seconds),
                            way.median(Start::megabytes));
                    seconds.computeIfAbsent(way.title(), first -> new ArrayList<>())
                            .add(way.median(Start::seconds));
                }
                results.add(service.serviceName(), contest.rounds());
            }
        }
        say("%n%s%n", table);
        List<String> services =
                Stream.of(Service.values()).map(Service::serviceName).toList();
        List<Plot.Bars> bars = seconds.entrySet().stream()
                .map(way -> new Plot.Bars(way.getKey(), services, way.getValue()))
                .toList();
        results.plot("starts", Plot.bars("Until it serves", "", "seconds", bars));
        say("./run …%n");
        long bytes = ResidentMemory.ofWholeRun();
        say("./run, all of it, after the demonstration: %,.0f MB resident%n", bytes / 1e6);
        results.add("./run", bytes);
        return 0;
    }

    private Contest<Start> starts(Program jar) throws Exception {
        Program extracted = jar.extracted(FOLDER.resolve(jar.name()));
        Path cache = FOLDER.resolve(jar.name() + ".aot");
        say("%s: %s …%n", jar.name(), extracted.start(List.of("-XX:AOTCacheOutput=" + cache)));
        Contest<Start> contest = new Contest<>();
        contest.enter("the jar", () -> jar.start(List.of()));
        contest.enter("extracted", () -> extracted.start(List.of()));
        contest.enter("with an AOT cache", () -> extracted.start(List.of("-XX:AOTCache=" + cache)));
        contest.run(times);
        return contest;
    }
}
