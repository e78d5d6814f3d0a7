package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.testbed.failures.matrix.outcome.Bound;
import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.system.OwnSystem;
import dev.layeredsaga.testbed.failures.matrix.system.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** One process is killed while an order stands at each step, and started again. */
public final class KilledProcess extends ScenarioGroup {

    /** Longer than it takes to bring the other orders to where they have to be. */
    private static final Duration LONG_PAYMENT = Duration.ofSeconds(7);

    private static final Duration SHORT_PAYMENT = Duration.ofSeconds(2);

    private static final int MOST_TRIES = 3;
    private static final int CANCELLATION_ACCEPTED = 202;

    private final String victim;

    private KilledProcess(String victim) {
        super(
                "`kill -9`: " + victim,
                "An order stands at each step when the process dies; then it is started again. The inventory's steps are held by"
                        + " keeping its outbox locked, the payment by a slow gateway."
                        + (isGateway(victim) ? " Its ledger survives in a file; its count of calls begins anew." : ""),
                Stream.of(SagaPoint.values())
                        .map(moment -> caseAt(moment, victim))
                        .toList());
        this.victim = victim;
    }

    /** The orchestrator's orders need longest, and nobody else may be away for long meanwhile, so its turn comes late. */
    public static List<ScenarioGroup> services() {
        return Stream.of("inventory-service", "order-service", "saga-orchestrator")
                .map(victim -> (ScenarioGroup) new KilledProcess(victim))
                .toList();
    }

    /** Creates the gateway's group. It runs last, after all checks of call counts: a restart resets them. */
    public static ScenarioGroup gateway() {
        return new KilledProcess(OwnSystem.GATEWAY);
    }

    private static Case caseAt(SagaPoint moment, String victim) {
        Expected expected = moment.expected(isGateway(victim)).within(within(moment, victim));
        return Case.of(
                        "killed-%s-%s".formatted(victim, moment.suffix()),
                        "it dies while the order " + moment.description(),
                        expected)
                .onOwnSystem();
    }

    private static boolean isGateway(String victim) {
        return victim.equals(OwnSystem.GATEWAY);
    }

    /** A payment call that dies with the orchestrator is taken as under way until its lease is over, after 28 s. */
    private static Bound within(SagaPoint moment, String victim) {
        boolean leased = moment == SagaPoint.PAY || moment == SagaPoint.UNDO_PAY;
        return leased && victim.equals("saga-orchestrator")
                ? Bound.afterDeadline(Duration.ofSeconds(40))
                : Bound.within(Duration.ofSeconds(60));
    }

    @Override
    public void play(TestSystem tested, List<Case> chosen) {
        tested.own().awaitWell();
        if (isGateway(victim)) {
            var unused = tested.awaitResults();
        }
        Map<SagaPoint, ScenarioRun> runs = killed(tested, chosen);
        runs.values().forEach(tested::watch);
        tested.own().process(victim).startAgain();
        tested.own().process(victim).awaitReady();
    }

    /** On a busy machine one order may have gone on before the last one stood where it should; then all begin anew. */
    private Map<SagaPoint, ScenarioRun> killed(TestSystem tested, List<Case> chosen) {
        for (int tries = 1; ; tries++) {
            try {
                return killedAtOnce(tested, chosen);
            } catch (ConditionTimeoutException e) {
                if (tries == MOST_TRIES) {
                    throw e;
                }
            }
        }
    }

    private Map<SagaPoint, ScenarioRun> killedAtOnce(TestSystem tested, List<Case> chosen) {
        Map<SagaPoint, ScenarioRun> runs = new EnumMap<>(SagaPoint.class);
        for (SagaPoint moment : SagaPoint.values()) {
            if (chosen.contains(caseAt(moment, victim))) {
                runs.put(moment, tested.begin(caseAt(moment, victim)));
            }
        }
        beginPaying(tested, runs, LONG_PAYMENT, SagaPoint.PAY, SagaPoint.UNDO_PAY);
        beginPaying(tested, runs, SHORT_PAYMENT, SagaPoint.CONFIRM, SagaPoint.UNDO_RESERVE);
        tested.own().whileTheInventoryIsHeld(() -> killOnceAllStandStill(tested, runs));
        return runs;
    }

    /** Returns once the gateway is at it; it takes so long even if it is mended meanwhile. */
    private static void beginPaying(
            TestSystem tested, Map<SagaPoint, ScenarioRun> runs, Duration time, SagaPoint... moments) {
        List<ScenarioRun> paying =
                Stream.of(moments).filter(runs::containsKey).map(runs::get).toList();
        tested.gateway().takes(time);
        try {
            paying.forEach(run -> run.order("pm_ok"));
            tested.gateway().awaitStruck(paying.size());
        } finally {
            tested.gateway().mend();
        }
    }

    private void killOnceAllStandStill(TestSystem tested, Map<SagaPoint, ScenarioRun> runs) {
        runs.forEach((moment, run) -> {
            if (moment == SagaPoint.RESERVE) {
                run.order("pm_ok");
            } else if (moment.isCancelled()) {
                cancel(tested, run);
            }
        });
        Awaitility.await("all to stand where they should")
                .atMost(LONG_PAYMENT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> runs.entrySet().stream().allMatch(each -> stands(tested, each.getKey(), each.getValue())));
        tested.own().process(victim).kill();
    }

    private static void cancel(TestSystem tested, ScenarioRun run) {
        int status = tested.shop().tryToCancel(run.orders().getFirst()).status();
        if (status != CANCELLATION_ACCEPTED) {
            throw new ConditionTimeoutException("too late to cancel " + run.orders() + ": " + status);
        }
    }

    private static boolean stands(TestSystem tested, SagaPoint moment, ScenarioRun run) {
        return tested.standingOf(run.orders().getFirst()).startsWith(moment.saga());
    }
}
