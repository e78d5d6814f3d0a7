package dev.layeredsaga.testbed.failures.matrix.scenario;

import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.atLeast;
import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.exactly;

import dev.layeredsaga.testbed.failures.matrix.outcome.Bound;
import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.system.OwnSystem;
import dev.layeredsaga.testbed.failures.matrix.system.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import dev.layeredsaga.testbed.process.ServiceProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A process stops breathing for longer than any of its locks last, and goes on as if nothing had been. */
public final class FrozenProcesses extends ScenarioGroup.OneByOne {

    private static final Duration PAYMENT = Duration.ofSeconds(2);

    private static final Expected CONFIRMED =
            Expected.confirmed().calls(exactly(1), atLeast(0), exactly(0)).within(Bound.within(Duration.ofSeconds(45)));

    private static final List<Case> CASES = List.of(
            frozen("inventory-service", "while it claims the stock, within its lock"),
            frozen("saga-orchestrator", "while the order is being paid"),
            frozen("order-service", "while the order is being paid"),
            frozen(OwnSystem.GATEWAY, "while it takes the money"));

    private static Case frozen(String process, String when) {
        return Case.of("frozen-" + process, process + ", " + when, CONFIRMED).onOwnSystem();
    }

    public FrozenProcesses() {
        super(
                "A process is frozen",
                "`SIGSTOP` for %d s, which is longer than its RLock, its due-loop's lock, the gateway call's time-out and its"
                                .formatted(OwnSystem.LOCKS_ARE_OVER.toSeconds())
                        + " membership in Kafka's groups last; then `SIGCONT`.",
                CASES);
    }

    @Override
    void play(TestSystem tested, Case wanted, ScenarioRun run) {
        ServiceProcess process = tested.own().process(wanted.name().substring("frozen-".length()));
        if (wanted.name().equals("frozen-inventory-service")) {
            tested.own().whileTheInventoryIsHeld(() -> freezeAt(tested, run, "reserve", process));
        } else {
            freezeWhilePaying(tested, run, process);
        }
        LockSupport.parkNanos(OwnSystem.LOCKS_ARE_OVER.toNanos());
        process.thaw();
    }

    private static void freezeWhilePaying(TestSystem tested, ScenarioRun run, ServiceProcess process) {
        tested.gateway().takes(PAYMENT);
        run.order("pm_ok");
        tested.gateway().awaitStruck(1);
        tested.gateway().mend();
        process.freeze();
    }

    private static void freezeAt(TestSystem tested, ScenarioRun run, String step, ServiceProcess process) {
        tested.shop().awaitStep(run.order("pm_ok"), step);
        tested.own().awaitInventoryHeld();
        process.freeze();
    }
}
