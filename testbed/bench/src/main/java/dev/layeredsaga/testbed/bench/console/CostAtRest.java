package dev.layeredsaga.testbed.bench.console;

import dev.layeredsaga.testbed.bench.measure.DatabaseCost;
import dev.layeredsaga.testbed.bench.measure.Processors;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * The CPU time of a while in which no order is placed, in per cent of one core.
 *
 * @param orchestrator of its process alone
 * @param database of PostgreSQL, all its databases together
 */
record CostAtRest(double orchestrator, double database) {

    /** @param connection to any database of the server */
    static CostAtRest during(Callable<?> call, ProcessHandle orchestrator, Connection connection) throws Exception {
        Duration before = Processors.of(orchestrator);
        DatabaseCost soFar = DatabaseCost.soFar(connection);
        long begin = System.nanoTime();
        Object unused = call.call();
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new CostAtRest(
                percent(Processors.of(orchestrator).minus(before), seconds),
                percent(DatabaseCost.soFar(connection).since(soFar).cpu(), seconds));
    }

    private static double percent(Duration cpu, double seconds) {
        return cpu.toNanos() / 1e9 / seconds * 100;
    }

    CostAtRest minus(CostAtRest other) {
        return new CostAtRest(orchestrator - other.orchestrator, database - other.database);
    }
}
