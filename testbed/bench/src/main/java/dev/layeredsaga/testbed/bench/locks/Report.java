package dev.layeredsaga.testbed.bench.locks;

import dev.layeredsaga.testbed.bench.locks.load.Figures;
import dev.layeredsaga.testbed.bench.locks.load.Way;
import dev.layeredsaga.testbed.bench.locks.load.Workload;
import dev.layeredsaga.testbed.bench.measure.Plot;
import dev.layeredsaga.testbed.bench.measure.Plot.Bars;
import dev.layeredsaga.testbed.bench.measure.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All figures of a benchmark, as tables and a plot. Not thread-safe. */
final class Report {

    private final List<Figures> all = new ArrayList<>();

    void add(Figures figures) {
        all.add(figures);
    }

    List<Figures> all() {
        return List.copyOf(all);
    }

    private double rate(Way way, Workload workload) {
        return all.stream()
                .filter(figures -> figures.way() == way && figures.workload().equals(workload))
                .mapToDouble(Figures::rate)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** Returns the figures of each way under the workload; ratios are to design A. */
    Table of(Workload workload) {
        Table table = new Table(
                workload.title(),
                "sagas/s",
                "ratio to A",
                "saga ms p50 / p99",
                "busy answers",
                "busy ms p50 / p99",
                "gave up",
                "turned away",
                "payments",
                "sold",
                "refunded",
                "oversold");
        all.stream()
                .filter(figures -> figures.workload().equals(workload))
                .forEach(figures -> table.row(
                        figures.way().title(),
                        figures.rate(),
                        figures.rate() / rate(Way.A, workload),
                        figures.ended(),
                        figures.busy().count(),
                        figures.busy(),
                        figures.gaveUp(),
                        figures.turnedAway(),
                        figures.audit().payments(),
                        figures.audit().sold(),
                        figures.audit().refunds(),
                        figures.audit().verdict()));
        return table;
    }

    /** Plots the sagas per second of each way under the workloads. */
    Plot rates(List<Workload> workloads) {
        List<String> ways = Stream.of(Way.values()).map(Way::title).toList();
        List<Bars> bars = workloads.stream()
                .map(workload -> new Bars(
                        workload.title(),
                        ways,
                        Stream.of(Way.values())
                                .map(way -> Math.max(1, rate(way, workload)))
                                .toList()))
                .toList();
        return Plot.logarithmicBars("Completed sagas a second", "", "sagas/s", bars);
    }

    /** Returns true if nothing was oversold or is gone unpaid but by the control, which has to oversell for that to mean anything. */
    boolean isSound() {
        return all.stream()
                .allMatch(figures -> figures.way().isControl()
                        ? figures.audit().oversold() > 0
                        : figures.audit().areEven());
    }

    /** Returns the number of pieces that were oversold, by the control or by all others. */
    int oversold(boolean byControl) {
        return all.stream()
                .filter(figures -> figures.way().isControl() == byControl)
                .mapToInt(figures -> figures.audit().oversold())
                .sum();
    }
}
