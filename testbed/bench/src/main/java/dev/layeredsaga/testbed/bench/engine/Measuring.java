package dev.layeredsaga.testbed.bench.engine;

import static dev.layeredsaga.testbed.bench.measure.Console.say;
import static dev.layeredsaga.testbed.bench.measure.Statistics.inWords;

import dev.layeredsaga.testbed.bench.measure.DatabaseCost;
import dev.layeredsaga.testbed.bench.measure.Machine;
import dev.layeredsaga.testbed.bench.service.Databases;
import java.sql.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Runs a load through a contender, audits the result and measures the cost. */
final class Measuring {

    private final Connection server;
    private final Map<Contender, Long> begunSoFar = new HashMap<>();

    /** @param server a connection to the server whose costs count; the caller closes it */
    Measuring(Connection server) {
        this.server = server;
    }

    /** Measures with a fixed number of sagas in flight. */
    Figures inFlight(Contender contender, int inFlight, Duration howLong) throws Exception {
        return run(contender, inFlight + " in flight", howLong, flow -> flow.keep(inFlight));
    }

    /** Measures with sagas begun at a fixed rate. */
    Figures perSecond(Contender contender, int perSecond, Duration howLong) throws Exception {
        return run(contender, perSecond + "/s", howLong, flow -> flow.pour(perSecond));
    }

    private interface Load {
        void send(Flow flow) throws InterruptedException;
    }

    private Figures run(Contender contender, String name, Duration howLong, Load load) throws Exception {
        say("%-22s %-15s", contender.title(), name);
        Databases.tidy(contender.database());
        Machine.settleDisk();
        DatabaseCost database = DatabaseCost.soFar(server);
        Duration self = Machine.self();
        Flow flow = new Flow(contender, howLong);
        contender.open(flow);
        load.send(flow);
        contender.pause();
        Warehouse.audit(contender, begunSoFar.merge(contender, flow.begun(), Long::sum));
        Figures figures = new Figures(
                flow.begun(),
                flow.perSecond(),
                flow.times(),
                DatabaseCost.soFar(server).since(database),
                Machine.self().minus(self));
        say("%8.0f/s   p50 %7s ms   p99 %7s ms%n", figures.perSecond(), inWords(figures.p50()), inWords(figures.p99()));
        return figures;
    }
}
