package dev.layeredsaga.testbed.bench.engine;

import static dev.layeredsaga.testbed.bench.measure.Console.say;
import static dev.layeredsaga.testbed.bench.measure.Percentiles.inWords;

import dev.layeredsaga.testbed.bench.engine.Figures.Cost;
import dev.layeredsaga.testbed.bench.measure.DatabaseCost;
import dev.layeredsaga.testbed.bench.measure.Disk;
import dev.layeredsaga.testbed.bench.measure.Processors;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Runs a load through a contender, audits the result and measures the cost. */
public final class Measuring {

    private final Connection server;
    private final Map<Contender, Long> begunSoFar = new HashMap<>();

    /** @param server a connection to the server whose costs count; the caller closes it */
    public Measuring(Connection server) {
        this.server = server;
    }

    /** Measures with a fixed number of sagas in flight. */
    public Figures inFlight(Contender contender, int inFlight, Duration howLong) throws Exception {
        return run(contender, inFlight + " in flight", howLong, flow -> flow.keep(inFlight));
    }

    /** Measures with sagas begun at a fixed rate. */
    public Figures perSecond(Contender contender, int perSecond, Duration howLong) throws Exception {
        return run(contender, perSecond + "/s", howLong, flow -> flow.pour(perSecond));
    }

    private interface Load {

        void send(Flow flow) throws InterruptedException;
    }

    private Figures run(Contender contender, String name, Duration howLong, Load load) throws Exception {
        say("%-22s %-15s".formatted(contender.title(), name));
        try (Connection connection = contender.connect()) {
            Warehouse.tidy(connection);
        }
        Disk.settle();
        Cost before = cost();
        Flow flow = new Flow(contender, howLong);
        contender.open(flow);
        load.send(flow);
        contender.pause();
        audit(contender, flow.begun());
        Figures figures =
                Figures.of(contender.title(), name, flow.begun(), flow.perSecond(), flow.times(), cost().since(before));
        say("%8.0f/s   p50 %7s ms   p99 %7s ms%n"
                .formatted(figures.perSecond(), inWords(figures.p50()), inWords(figures.p99())));
        return figures;
    }

    private void audit(Contender contender, long begun) throws SQLException {
        long all = begunSoFar.merge(contender, begun, Long::sum);
        Warehouse.audit(contender).require(contender.title(), all);
    }

    private Cost cost() throws SQLException {
        return new Cost(DatabaseCost.soFar(server), Processors.self());
    }
}
