package dev.layeredsaga.testbed.failures.matrix.scenario;

import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.atLeast;
import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.exactly;

import dev.layeredsaga.testbed.failures.matrix.outcome.Bound;
import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.system.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import dev.layeredsaga.testbed.process.ServiceProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Sagas start when the time of their orders is over. */
public final class LateStarts extends ScenarioGroup {

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    /** More than a quarter of the deadline, and less than the whole. */
    private static final Bound SOON = Bound.within(Duration.ofSeconds(45));

    private static final Case PAID = late("late-start", "the orders can be paid", Expected.confirmed());

    private static final Case UNPAID = late(
            "late-start-unpaid",
            "the gateway answers 503 to the orders' payments",
            Expected.unavailable().calls(atLeast(1), atLeast(0), exactly(0)));

    private static Case late(String name, String description, Expected expected) {
        return Case.of(name, description, expected.within(SOON)).onOwnSystem().withOrders(3);
    }

    public LateStarts() {
        super(
                "Sagas start late",
                "The orchestrator is stopped for 60 s, and orders are placed that say `deadlineSeconds: 60`. A deadline counts from the"
                        + " placement, and a saga that starts late has a quarter of it. `within` counts from when the orchestrator is ready again.",
                List.of(PAID, UNPAID));
    }

    @Override
    public void play(TestSystem tested, List<Case> chosen) {
        List<ScenarioRun> runs = chosen.stream().map(tested::begin).toList();
        ServiceProcess orchestrator = tested.own().process("saga-orchestrator");
        orchestrator.terminate();
        try {
            runs.forEach(LateStarts::order);
            LockSupport.parkNanos(DEADLINE.toNanos());
        } finally {
            orchestrator.startAgain();
        }
        orchestrator.awaitReady();
        for (ScenarioRun run : runs) {
            run.orders().forEach(run::notes);
            tested.watch(run);
        }
        tested.awaitResults();
    }

    private static void order(ScenarioRun run) {
        String paymentMethod = run.played().equals(PAID) ? "pm_ok" : "pm_unavailable_503";
        for (int i = 0; i < run.played().orders(); i++) {
            run.order(paymentMethod, Map.of("deadlineSeconds", DEADLINE.toSeconds()));
        }
    }
}
