package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.testbed.failures.chaos.injection.Injection;
import dev.layeredsaga.testbed.failures.chaos.injection.Injection.Disturbance;
import dev.layeredsaga.testbed.failures.chaos.injection.Injector;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.Laboratory;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioGroup;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import dev.layeredsaga.testbed.process.SeparateSystem;

/** A process stops breathing for longer than any of its locks last, and goes on as if nothing had been. */
public final class FrozenProcesses {

    private FrozenProcesses() {}

    public static ScenarioGroup group() {
        return ScenarioGroup.oneByOne(
                "A process is frozen",
                "`SIGSTOP` for %d s, which is longer than its RLock, its due-loop's lock, the gateway call's time-out and its"
                                .formatted(Laboratory.LOCKS_ARE_OVER.toSeconds())
                        + " membership in Kafka's groups last; then `SIGCONT`.",
                frozen("inventory-service", "while it claims the stock, within its lock"),
                frozen("saga-orchestrator", "while the order is being paid"),
                frozen("order-service", "while the order is being paid"),
                frozen(SeparateSystem.STUB, "while it takes the money"));
    }

    private static Case frozen(String process, String when) {
        Expected expected = Expected.confirmed().calls("1 / ≥ 0 / 0").within("45 s");
        return Case.of("frozen-" + process, process + ", " + when).onOwn(1, expected, (tested, run) -> {
            Injection frozen = new Disturbance(Disturbance.How.FREEZE, process, 0);
            Injector injector = tested.own().injector();
            if (process.equals("inventory-service")) {
                tested.own().whileTheInventoryIsHeld(() -> {
                    tested.shop().awaitStep(run.order("pm_ok"), "reserve");
                    tested.own().awaitInventoryHeld();
                    injector.begin(frozen);
                });
            } else {
                tested.awaitCharged(run.order("pm_slow_then_ok"));
                injector.begin(frozen);
            }
            TestSystem.pause(Laboratory.LOCKS_ARE_OVER);
            injector.end(frozen);
        });
    }
}
