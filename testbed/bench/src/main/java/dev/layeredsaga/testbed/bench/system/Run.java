package dev.layeredsaga.testbed.bench.system;

import dev.layeredsaga.testbed.bench.measure.Contest;
import dev.layeredsaga.testbed.bench.measure.Contest.Entrant;
import dev.layeredsaga.testbed.bench.measure.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The figures of one system under one load.
 *
 * @param seconds from the first order until the last has ended
 */
record Run(Load.Figures load, Parts.Cost cost, double seconds) {

    double perOrder(double amount) {
        return amount / load.confirmed();
    }

    double millisPerOrder(Duration cpu) {
        return perOrder(millis(cpu));
    }

    /** Returns the CPU time in milliseconds that services and servers take for an order. */
    double serversOnly() {
        return millisPerOrder(cost.serversOnly());
    }

    /** Returns the share of the processors' time that was used, in per cent. */
    double busy() {
        return millis(cost.machine()) / seconds / 10 / Runtime.getRuntime().availableProcessors();
    }

    double walKilobytes() {
        return perOrder(cost.database().walBytes() / 1e3);
    }

    double commits() {
        return perOrder((double) cost.database().commits());
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    /** Returns the table of one load: a column for each system, with the median, the least and the most of its runs. */
    static Table table(String title, Contest<Run> contest) {
        List<Entrant<Run>> systems = contest.entrants();
        boolean compared = systems.size() > 1;
        List<String> headings = new ArrayList<>(List.of(title));
        systems.forEach(system -> headings.add(system.title()));
        if (compared) {
            headings.add("ratio");
        }
        Table table = new Table(headings.toArray(String[]::new));
        figures(contest.baseline().rounds().getFirst()).forEach((name, figure) -> {
            List<Object> row = new ArrayList<>(List.of(name));
            systems.forEach(system -> row.add(system.spread(figure)));
            if (compared) {
                row.add(systems.getFirst().ratioTo(systems.get(1), figure));
            }
            table.row(row.toArray());
        });
        return table;
    }

    private static Map<String, ToDoubleFunction<Run>> figures(Run sample) {
        Map<String, ToDoubleFunction<Run>> figures = new LinkedHashMap<>();
        figures.put("orders/s", run -> run.load.perSecond());
        figures.put("p50 ms", run -> run.load.times().p50());
        figures.put("p99 ms", run -> run.load.times().p99());
        figures.put("max ms", run -> run.load.times().max());
        figures.put("CPU ms/order, servers only", Run::serversOnly);
        sample.cost
                .system()
                .keySet()
                .forEach(part -> figures.put("· " + part, run -> run.millisPerOrder(run.cost.of(part))));
        sample.cost.others().keySet().forEach(part -> figures.put(part, run -> run.millisPerOrder(run.cost.of(part))));
        figures.put("unaccounted", run -> run.millisPerOrder(run.cost.unaccounted()));
        figures.put("CPU ms/order, in all", run -> run.millisPerOrder(run.cost.machine()));
        figures.put("processors busy, %", Run::busy);
        figures.put("WAL kB/order", Run::walKilobytes);
        figures.put("commits/order", Run::commits);
        figures.put("Kafka records/order", run -> run.perOrder((double) run.cost.records()));
        return figures;
    }
}
