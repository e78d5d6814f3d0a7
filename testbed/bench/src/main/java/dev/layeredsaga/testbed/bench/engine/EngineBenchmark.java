package dev.layeredsaga.testbed.bench.engine;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.bench.measure.BenchmarkCommand;
import dev.layeredsaga.testbed.bench.measure.Contest;
import dev.layeredsaga.testbed.bench.measure.Contest.Entrant;
import dev.layeredsaga.testbed.bench.measure.Plot;
import dev.layeredsaga.testbed.bench.measure.Plot.Bars;
import dev.layeredsaga.testbed.bench.measure.Results;
import dev.layeredsaga.testbed.bench.measure.Table;
import dev.layeredsaga.testbed.bench.service.DurableServers;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares our engine over Kafka, db-scheduler and plain JDBC on one durable PostgreSQL: three steps, reserve, pay and confirm,
 * with durable state. Runs a fixed number of sagas in flight, then a fixed rate. Every run is audited; a saga lost or executed
 * twice ends the benchmark with an error. The figures are medians of rounds in which the contenders take turns.
 */
@Command(
        name = "engine",
        description = "Sagas that the engine completes, beside db-scheduler and plain JDBC.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class EngineBenchmark implements Callable<Integer> {

    private static final List<Integer> IN_FLIGHT = List.of(32, 512, 1_000);
    private static final List<Integer> PER_SECOND = List.of(50, 750);
    /** On two processors the compiler occupies one for a minute; a shorter warm-up affects figures. */
    private static final int COMPILED_SECONDS = 60;

    @Option(
            names = "--seconds",
            paramLabel = "SECONDS",
            defaultValue = "8",
            description = "of each run; default ${DEFAULT-VALUE}")
    private int seconds;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "5",
            description = "runs of each load, in which the contenders take turns; default ${DEFAULT-VALUE}")
    private int repeats;

    @Option(
            names = "--stored",
            paramLabel = "N",
            description = "measure the engine alone, while the sagas stored grow from 10,000 up to so many")
    private long mostStored;

    private final Results results = new Results("engine");

    private EngineBenchmark() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        BenchmarkCommand.run(new EngineBenchmark(), arguments);
    }

    @Override
    public Integer call() throws Exception {
        if (mostStored > 0) {
            grow();
            return 0;
        }
        try (EmbeddedInfrastructure servers = DurableServers.start();
                Connection server = servers.postgres().connect("postgres");
                DbScheduler library = new DbScheduler(servers.postgres());
                PlainJdbc plain = new PlainJdbc(servers.postgres());
                Ours ours = Ours.on(servers, "ours")) {
            Measuring measuring = new Measuring(server);
            warmUp(measuring, List.of(library, plain, ours));
            Map<Integer, Contest<Figures>> closed = new LinkedHashMap<>();
            for (int inFlight : IN_FLIGHT) {
                closed.put(
                        inFlight,
                        contest(
                                inFlight + " in flight",
                                List.of(library, ours, plain),
                                each -> measuring.inFlight(each, inFlight, Duration.ofSeconds(seconds))));
            }
            Map<Integer, Contest<Figures>> open = new LinkedHashMap<>();
            for (int perSecond : PER_SECOND) {
                // twice as long: with fewer sagas the 99th percentile is less reliable
                open.put(
                        perSecond,
                        contest(
                                perSecond + " per second",
                                List.of(library, ours),
                                each -> measuring.perSecond(each, perSecond, Duration.ofSeconds(2L * seconds))));
            }
            say("%n%s%n%s%n", costs(closed), times(open));
            results.plot(
                    "throughput", bars("Completed sagas per second", closed, "sagas in flight", Figures::perSecond));
            results.plot("slowest", bars("The slowest of a hundred, ms", open, "begun per second", Figures::p99));
        }
        return 0;
    }

    /** Measures the engine while the table of sagas grows tenfold each time. */
    private void grow() throws Exception {
        Duration howLong = Duration.ofSeconds(seconds);
        Table table = new Table("stored", "sagas/s", "ratio", "p50 ms", "p99 ms");
        try (EmbeddedInfrastructure servers = DurableServers.start();
                Connection server = servers.postgres().connect("postgres");
                Ours ours = Ours.on(servers, "stored")) {
            Measuring measuring = new Measuring(server);
            say("warming up%n");
            measuring.inFlight(ours, IN_FLIGHT.get(1), howLong.multipliedBy(5));
            StoredSagas stored = new StoredSagas(ours.database());
            double first = Double.NaN;
            for (long sagas = 10_000; sagas <= mostStored; sagas *= 10) {
                say("storing %,d sagas%n", sagas);
                stored.growTo(sagas);
                Figures figures = measuring.inFlight(ours, IN_FLIGHT.get(1), howLong);
                first = Double.isNaN(first) ? figures.perSecond() : first;
                table.row(sagas, figures.perSecond(), figures.perSecond() / first, figures.p50(), figures.p99());
            }
        }
        say("%n%s%n", table);
    }

    /** Warms up all contenders equally long. */
    private void warmUp(Measuring measuring, List<Contender> contenders) throws Exception {
        say("warming up%n");
        Duration half =
                Duration.ofSeconds(Math.min(8L * seconds, COMPILED_SECONDS)).dividedBy(2);
        for (Contender contender : contenders) {
            measuring.inFlight(contender, IN_FLIGHT.get(1), half);
            measuring.inFlight(contender, IN_FLIGHT.get(0), half);
        }
    }

    /** Measures one contender under one load. */
    private interface Run {
        Figures of(Contender contender) throws Exception;
    }

    private Contest<Figures> contest(String load, List<Contender> contenders, Run run) throws Exception {
        Contest<Figures> contest = new Contest<>();
        contenders.forEach(contender -> contest.enter(contender.title(), () -> run.of(contender)));
        say("%s%n", load);
        contest.run(repeats);
        results.add(load, contest.rounds());
        return contest;
    }

    private static Table costs(Map<Integer, Contest<Figures>> closed) {
        Table table = new Table(
                "in flight", "sagas/s", "ratio", "p50 ms", "p99 ms", "commits", "WAL kB", "CPU ms: PostgreSQL", "JVM");
        closed.forEach((inFlight, contest) -> contest.entrants()
                .forEach(entrant -> table.row(
                        "%,d: %s".formatted(inFlight, entrant.title()),
                        entrant.median(Figures::perSecond),
                        entrant.ratioTo(contest.baseline(), Figures::perSecond),
                        entrant.median(Figures::p50),
                        entrant.median(Figures::p99),
                        entrant.median(Figures::commits),
                        entrant.median(figures -> figures.walBytes() / 1e3),
                        entrant.median(Figures::databaseCpu),
                        entrant.median(Figures::ownCpu))));
        return table;
    }

    private static Table times(Map<Integer, Contest<Figures>> open) {
        Table table = new Table("begun per second", "completed/s", "p50 ms", "p99 ms", "max ms", "commits", "CPU ms");
        open.forEach((perSecond, contest) -> contest.entrants()
                .forEach(entrant -> table.row(
                        "%d: %s".formatted(perSecond, entrant.title()),
                        entrant.median(Figures::perSecond),
                        entrant.median(Figures::p50),
                        entrant.median(Figures::p99),
                        entrant.median(figures -> figures.times().max()),
                        entrant.median(Figures::commits),
                        entrant.median(figures -> figures.databaseCpu() + figures.ownCpu()))));
        return table;
    }

    private static Plot bars(
            String title, Map<Integer, Contest<Figures>> contests, String x, ToDoubleFunction<Figures> figure) {
        List<String> categories =
                contests.keySet().stream().map(String::valueOf).toList();
        Map<String, List<Double>> heights = new LinkedHashMap<>();
        for (Contest<Figures> contest : contests.values()) {
            for (Entrant<Figures> entrant : contest.entrants()) {
                heights.computeIfAbsent(entrant.title(), name -> new ArrayList<>())
                        .add(entrant.median(figure));
            }
        }
        List<Bars> series = heights.entrySet().stream()
                .map(each -> new Bars(each.getKey(), categories, each.getValue()))
                .toList();
        return Plot.bars(title, x, "", series);
    }
}
