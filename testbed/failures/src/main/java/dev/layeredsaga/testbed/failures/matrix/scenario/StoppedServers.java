package dev.layeredsaga.testbed.failures.matrix.scenario;

import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.atLeast;
import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.between;
import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.exactly;

import dev.layeredsaga.testbed.failures.matrix.outcome.Bound;
import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.system.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import dev.layeredsaga.testbed.infrastructure.server.Server;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A server that all depend on is away for a while. */
public final class StoppedServers extends ScenarioGroup.OneByOne {

    private static final Duration AWAY = Duration.ofSeconds(2);

    private static final Case REDIS = Case.of("redis-away", "Redis is stopped, and started again", Expected.confirmed())
            .onOwnSystem()
            .withOrders(9);
    private static final Case KAFKA = Case.of(
                    "kafka-away",
                    "Kafka is stopped, and started again",
                    Expected.confirmed().within(Bound.within(Duration.ofSeconds(45))))
            .onOwnSystem()
            .withOrders(9);
    private static final Case POSTGRES = Case.of(
                    "postgres-away",
                    "PostgreSQL is stopped, and started again; no order can be placed meanwhile",
                    Expected.confirmed()
                            .calls(between(1, 2), atLeast(0), exactly(0))
                            .within(Bound.within(Duration.ofSeconds(45))))
            .onOwnSystem()
            .withOrders(6);

    public StoppedServers() {
        super(
                "A server is away",
                "Three orders are being paid (3 s each) when it goes, three are placed while it is away, three when it is back.",
                List.of(REDIS, KAFKA, POSTGRES));
    }

    @Override
    void play(TestSystem tested, Case wanted, ScenarioRun run) {
        run.orders(3, "pm_slow_then_ok").forEach(order -> tested.shop().awaitStep(order, "pay"));
        away(server(tested, wanted), run);
        tested.orderWhenPossible(run, 3);
    }

    private static Server server(TestSystem tested, Case wanted) {
        return switch (wanted.name()) {
            case "redis-away" -> tested.own().infrastructure().redis();
            case "kafka-away" -> tested.own().infrastructure().kafka();
            default -> tested.own().infrastructure().postgres();
        };
    }

    private static void away(Server server, ScenarioRun run) {
        server.stop();
        try {
            if (!run.played().equals(POSTGRES)) {
                run.orders(3, "pm_ok");
            }
            LockSupport.parkNanos(AWAY.toNanos());
        } finally {
            server.start();
        }
    }
}
