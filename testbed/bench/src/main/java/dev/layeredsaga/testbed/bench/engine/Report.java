package dev.layeredsaga.testbed.bench.engine;

import static dev.layeredsaga.testbed.bench.measure.Console.say;
import static dev.layeredsaga.testbed.bench.measure.Percentiles.inWords;
import static java.util.Locale.ROOT;

import dev.layeredsaga.testbed.bench.measure.Contest;
import dev.layeredsaga.testbed.bench.measure.Contest.Entrant;
import dev.layeredsaga.testbed.bench.measure.Plot;
import dev.layeredsaga.testbed.bench.measure.Plot.Bars;
import dev.layeredsaga.testbed.bench.measure.Results;
import dev.layeredsaga.testbed.bench.measure.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;

/** Reports tables, plots and raw figures. */
final class Report {

    private final Results results = new Results("engine");
    private final SequencedMap<Integer, Contest<Figures>> closed = new LinkedHashMap<>();
    private final SequencedMap<Integer, Contest<Figures>> open = new LinkedHashMap<>();

    void closedLoop(int inFlight, Contest<Figures> contest) throws IOException {
        closed.put(inFlight, contest);
        results.add(inFlight + " in flight", rounds(contest));
    }

    void openLoop(int perSecond, Contest<Figures> contest) throws IOException {
        open.put(perSecond, contest);
        results.add(perSecond + " per second", rounds(contest));
    }

    private static List<List<Figures>> rounds(Contest<Figures> contest) {
        return contest.entrants().stream().map(Entrant::rounds).toList();
    }

    void finish() throws IOException {
        say(System.lineSeparator() + costs() + System.lineSeparator() + times() + System.lineSeparator());
        plot();
    }

    private Table costs() {
        Table table = new Table(
                "in flight", "sagas/s", "ratio", "p50 ms", "p99 ms", "commits", "WAL kB", "CPU ms: PostgreSQL", "JVM");
        closed.forEach((inFlight, contest) -> contest.entrants()
                .forEach(entrant -> table.row(
                        "%,d: %s".formatted(inFlight, entrant.title()),
                        String.format(ROOT, "%,.0f", entrant.median(Figures::perSecond)),
                        figure(entrant.ratioTo(contest.baseline(), Figures::perSecond)),
                        inWords(entrant.median(Figures::p50)),
                        inWords(entrant.median(Figures::p99)),
                        figure(entrant.median(Figures::commits)),
                        figure(entrant.median(figures -> figures.walBytes() / 1e3)),
                        figure(entrant.median(Figures::databaseCpu)),
                        figure(entrant.median(Figures::ownCpu)))));
        return table;
    }

    private Table times() {
        Table table = new Table("begun per second", "completed/s", "p50 ms", "p99 ms", "max ms", "commits", "CPU ms");
        open.forEach((perSecond, contest) -> contest.entrants()
                .forEach(entrant -> table.row(
                        "%d: %s".formatted(perSecond, entrant.title()),
                        String.format(ROOT, "%,.0f", entrant.median(Figures::perSecond)),
                        inWords(entrant.median(Figures::p50)),
                        inWords(entrant.median(Figures::p99)),
                        inWords(entrant.median(Figures::max)),
                        figure(entrant.median(Figures::commits)),
                        figure(entrant.median(figures -> figures.databaseCpu() + figures.ownCpu())))));
        return table;
    }

    private void plot() throws IOException {
        results.plot("throughput", bars("Completed sagas per second", closed, "sagas in flight", Figures::perSecond));
        results.plot("slowest", bars("The slowest of a hundred, ms", open, "begun per second", Figures::p99));
    }

    private static Plot bars(
            String title, Map<Integer, Contest<Figures>> contests, String x, ToDoubleFunction<Figures> figure) {
        List<String> categories =
                contests.keySet().stream().map(String::valueOf).toList();
        Map<String, List<Double>> heights = new LinkedHashMap<>();
        contests.values()
                .forEach(contest -> contest.entrants()
                        .forEach(entrant -> heights.computeIfAbsent(entrant.title(), name -> new ArrayList<>())
                                .add(entrant.median(figure))));
        List<Bars> series = new ArrayList<>();
        heights.forEach((name, high) -> series.add(new Bars(name, categories, high)));
        return Plot.bars(title, x, "", series);
    }

    private static String figure(double value) {
        return Double.isNaN(value) ? "-" : String.format(ROOT, value < 100 ? "%.2f" : "%,.0f", value);
    }
}
