package dev.layeredsaga.testbed.bench.locks;

import dev.layeredsaga.testbed.bench.locks.load.Figures;
import dev.layeredsaga.testbed.bench.locks.load.Way;
import dev.layeredsaga.testbed.bench.locks.load.Workload;
import dev.layeredsaga.testbed.bench.measure.Plot;
import dev.layeredsaga.testbed.bench.measure.Plot.Bars;
import dev.layeredsaga.testbed.bench.measure.Table;
import dev.layeredsaga.testbed.bench.measure.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** All figures of a benchmark, as tables and plots. Not thread-safe. */
final class Report {

    private final List<Figures> all = new ArrayList<>();

    void add(Figures figures) {
        all.add(figures);
    }

    List<Figures> all() {
        return List.copyOf(all);
    }

    Optional<Figures> find(Way way, Workload workload) {
        return all.stream()
                .filter(figures -> figures.way() == way && figures.workload().equals(workload))
                .findFirst();
    }

    private Stream<Figures> under(Workload workload) {
        return all.stream().filter(figures -> figures.workload().equals(workload));
    }

    /** Returns the rate relative to design A's; {@link Double#NaN} if either was not measured. */
    double ratio(Way way, Workload workload) {
        return rate(way, workload) / rate(Way.A, workload);
    }

    private double rate(Way way, Workload workload) {
        return find(way, workload).map(Figures::rate).orElse(Double.NaN);
    }

    Table speed(Workload workload) {
        Table table = new Table(
                workload.title(),
                "sagas/s",
                "ratio to A",
                "saga ms p50 / p99",
                "busy answers",
                "busy ms p50 / p99",
                "lock held ms p50 / p99",
                "gave up",
                "turned away");
        under(workload)
                .forEach(figures -> table.row(
                        figures.way().title(),
                        figures.rate(),
                        ratio(figures.way(), workload),
                        figures.ended(),
                        figures.busy().count(),
                        figures.busy(),
                        figures.sections(),
                        figures.gaveUp(),
                        figures.turnedAway()));
        return table;
    }

    Table occupancy(Workload workload) {
        Table table = new Table(
                workload.title(),
                "payments under way, mean",
                "max",
                "connections in use, mean",
                "max",
                "platform threads, max",
                "payments",
                "sold",
                "refunded",
                "oversold");
        under(workload)
                .forEach(figures -> table.row(
                        figures.way().title(),
                        figures.seen().meanPayments(),
                        figures.seen().payments(),
                        figures.seen().meanConnections(),
                        figures.seen().connections(),
                        figures.seen().threads(),
                        figures.audit().payments(),
                        figures.audit().sold(),
                        figures.audit().refunds(),
                        figures.audit().verdict()));
        return table;
    }

    Table scarce(Workload workload) {
        String title = "%,d pieces, payment %d ms, %d clients"
                .formatted(workload.stock(), workload.payment().toMillis(), workload.clients());
        Table table = new Table(title, "seconds", "payments", "sold", "refunded", "oversold");
        under(workload)
                .forEach(figures -> table.row(
                        figures.way().title(),
                        figures.seconds(),
                        figures.audit().payments(),
                        figures.audit().sold(),
                        figures.audit().refunds(),
                        figures.audit().verdict()));
        return table;
    }

    static Table steady(List<Paced.Steady> rates) {
        Table table = new Table(
                "claims/s, and as many asks",
                "busy answer ms p50 / p99",
                "claim granted ms p50 / p99",
                "wait for lock ms p50 / p99",
                "section ms p50 / p99",
                "failures");
        rates.forEach(steady -> table.row(
                steady.perSecond(),
                steady.busyAnswers(),
                steady.claims(),
                steady.waits(),
                steady.sections(),
                steady.failures()));
        return table;
    }

    /** Plots the sagas per second of each way under the workloads. */
    Plot rates(List<Workload> workloads) {
        List<Bars> bars = workloads.stream()
                .map(workload -> new Bars(
                        workload.title(),
                        Stream.of(Way.values()).map(Way::title).toList(),
                        Stream.of(Way.values())
                                .map(way -> visible(rate(way, workload)))
                                .toList()))
                .toList();
        return Plot.logarithmicBars("Completed sagas a second", "", "sagas/s", bars);
    }

    /** Plots the times to the first answer for orders that found the item busy. */
    Plot answers(Workload workload) {
        List<Figures> busy =
                under(workload).filter(figures -> figures.busy().count() > 0).toList();
        return Plot.logarithmicBars(
                "Until somebody who finds the item busy hears so: " + workload.title(),
                "",
                "ms",
                List.of(bars("p50", busy, Times::p50), bars("p99", busy, Times::p99)));
    }

    private static Bars bars(String name, List<Figures> busy, ToDoubleFunction<Times> figure) {
        return new Bars(
                name,
                busy.stream().map(figures -> figures.way().title()).toList(),
                busy.stream()
                        .map(figures -> visible(figure.applyAsDouble(figures.busy())))
                        .toList());
    }

    /** Returns at least 1: a bar on a logarithmic axis has to be above zero. */
    private static double visible(double figure) {
        return Double.isNaN(figure) ? 1 : Math.max(1, figure);
    }
}
