package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.testbed.failures.chaos.injection.Injection;
import dev.layeredsaga.testbed.failures.chaos.injection.Injection.Disturbance;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioGroup;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import dev.layeredsaga.testbed.system.Service;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Sagas start when the time of their orders is over. */
public final class LateStarts {

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    /** More than a quarter of the deadline, and less than the whole. */
    private static final String SOON = "45 s";

    private LateStarts() {}

    public static ScenarioGroup group() {
        return new ScenarioGroup(
                "Sagas start late",
                "The orchestrator is stopped for 60 s, and orders are placed that say `deadlineSeconds: 60`. A deadline counts from the"
                        + " placement, and a saga that starts late has a quarter of it. `within` counts from when the orchestrator is ready again.",
                List.of(
                        late("late-start", "the orders can be paid", "pm_ok", Expected.confirmed()),
                        late(
                                "late-start-unpaid",
                                "the gateway answers 503 to the orders' payments",
                                "pm_unavailable_503",
                                Expected.unavailable().calls("≥ 1 / ≥ 0 / 0"))),
                LateStarts::play);
    }

    private static Case late(String name, String description, String paymentMethod, Expected expected) {
        return Case.of(name, description).onOwn(3, expected.within(SOON), (tested, run) -> {
            for (int i = 0; i < run.played().orders(); i++) {
                run.order(paymentMethod, Map.of("deadlineSeconds", DEADLINE.toSeconds()));
            }
        });
    }

    private static void play(TestSystem tested, List<Case> chosen) {
        List<ScenarioRun> runs = chosen.stream().map(tested::begin).toList();
        Injection stopped = new Disturbance(Disturbance.How.TERMINATE, Service.ORCHESTRATOR.serviceName(), 0);
        tested.own().injector().during(stopped, () -> {
            runs.forEach(run -> run.played().failure().inject(tested, run));
            TestSystem.pause(DEADLINE);
        });
        tested.own().system().awaitMended();
        for (ScenarioRun run : runs) {
            run.orders().forEach(run::notes);
            tested.watch(run);
        }
        tested.awaitResults();
    }
}
