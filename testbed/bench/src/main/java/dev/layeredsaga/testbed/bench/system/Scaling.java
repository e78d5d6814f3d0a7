package dev.layeredsaga.testbed.bench.system;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import dev.layeredsaga.testbed.bench.measure.Results;
import dev.layeredsaga.testbed.bench.measure.Statistics;
import dev.layeredsaga.testbed.bench.measure.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the CPU time of an order with one, two and three instances of each service, at the same rate for each instance. If it
 * stays level, instances cost each other nothing and throughput grows with the machines; throughput itself would only show that
 * there are no more processors here. All instances are warmed up together and then stopped one after the other.
 */
final class Scaling {

    private static final int MOST = 3;
    private static final Duration SETTLING = Duration.ofSeconds(10);

    /** The share of the processors from which on times, and so batches, depend on the shortage of processors. */
    private static final double SHORT_OF_PROCESSORS = 80;

    private final Stand stand;
    private final Results results;
    private final int perInstance;
    private final Ours ours;

    Scaling(Stand stand, Results results, int perInstance) {
        this.stand = stand;
        this.results = results;
        this.perInstance = perInstance;
        this.ours = (Ours) stand.peers().getFirst();
    }

    void measure(Duration howLong, int repeats, int warmUp) throws Exception {
        for (int more = 1; more < MOST; more++) {
            ours.addInstances();
        }
        stand.orders(ours).useAllServices();
        if (warmUp > 0) {
            run(MOST, "warm-up", Duration.ofMinutes(warmUp));
        }
        List<List<Run>> runs = new ArrayList<>();
        for (int instances = MOST; instances >= 1; instances--) {
            if (instances < MOST) {
                stand.orders(ours).use(instances);
                ours.removeInstances();
            }
            run(instances, "settling", SETTLING);
            List<Run> same = new ArrayList<>();
            for (int repeat = 0; repeat < repeats; repeat++) {
                same.add(run(instances, "%d instances".formatted(instances), howLong));
            }
            runs.addFirst(same);
            results.add("%d instances".formatted(instances), same);
        }
        say("%n%s%n", table(runs));
    }

    private Run run(int instances, String title, Duration howLong) throws Exception {
        return stand.run(ours, title, new LoadSpec.PerSecond(perInstance * instances), 0, howLong);
    }

    private static Table table(List<List<Run>> runs) {
        Table table = new Table(
                "instances of each service",
                "orders/s",
                "p50 ms",
                "p99 ms",
                "CPU ms/order, servers only",
                "deviation, %",
                "WAL kB/order",
                "commits/order",
                "processors busy, %",
                "");
        double one = Statistics.median(runs.getFirst(), Run::serversOnly);
        for (int i = 0; i < runs.size(); i++) {
            List<Run> same = runs.get(i);
            table.row(
                    i + 1,
                    Statistics.spread(same, run -> run.load().perSecond()),
                    Statistics.spread(same, run -> run.load().times().p50()),
                    Statistics.spread(same, run -> run.load().times().p99()),
                    Statistics.spread(same, Run::serversOnly),
                    "%+.0f".formatted(100 * (Statistics.median(same, Run::serversOnly) / one - 1)),
                    Statistics.spread(same, Run::walKilobytes),
                    Statistics.spread(same, Run::commits),
                    Statistics.spread(same, Run::busy),
                    Statistics.median(same, Run::busy) > SHORT_OF_PROCESSORS ? "short of processors" : "");
        }
        return table;
    }
}
