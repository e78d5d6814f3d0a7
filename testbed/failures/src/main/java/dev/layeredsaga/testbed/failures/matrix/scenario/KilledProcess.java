package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.testbed.failures.chaos.injection.Injection;
import dev.layeredsaga.testbed.failures.chaos.injection.Injection.Disturbance;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioGroup;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import dev.layeredsaga.testbed.process.SeparateSystem;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** One process is killed while an order stands at each step, and started again. */
public final class KilledProcess {

    /** Longer than it takes to bring the other orders to where they have to be. */
    private static final Duration LONG_PAYMENT = Duration.ofSeconds(7);

    private static final Duration SHORT_PAYMENT = Duration.ofSeconds(2);

    private static final int MOST_TRIES = 3;
    private static final int CANCELLATION_ACCEPTED = 202;

    private final String victim;
    private final Map<SagaPoint, Case> cases = new EnumMap<>(SagaPoint.class);

    private KilledProcess(String victim) {
        this.victim = victim;
        for (SagaPoint point : SagaPoint.values()) {
            Case wanted = Case.of(
                    "killed-%s-%s".formatted(victim, point.suffix()), "it dies while the order " + point.description());
            Expected expected = point.expected(isGateway()).within(within(point));
            cases.put(point, wanted.onOwn(1, expected, (tested, run) -> beginTheRest(point, tested, run)));
        }
    }

    /**
     * Creates the groups of the services, or that of the gateway, which is played last, after all checks of call counts: a restart
     * resets them. The orchestrator's orders need longest, and no other process may be away for long meanwhile, so its turn comes late.
     */
    public static List<ScenarioGroup> groups(String... victims) {
        return Stream.of(victims)
                .map(victim -> new KilledProcess(victim).group())
                .toList();
    }

    private ScenarioGroup group() {
        return new ScenarioGroup(
                "`kill -9`: " + victim,
                "An order stands at each step when the process dies; then it is started again. The inventory's steps are held by"
                        + " keeping its outbox locked, the payment by a slow gateway."
                        + (isGateway() ? " Its ledger survives in a file; its count of calls begins anew." : ""),
                List.copyOf(cases.values()),
                this::play);
    }

    private boolean isGateway() {
        return victim.equals(SeparateSystem.STUB);
    }

    /** A payment call that dies with the orchestrator is taken as under way until its lease is over, after 28 s. */
    private String within(SagaPoint point) {
        boolean leased = point == SagaPoint.PAY || point == SagaPoint.COMPENSATE_PAY;
        return leased && victim.equals("saga-orchestrator") ? "deadline + 40 s" : "60 s";
    }

    private void play(TestSystem tested, List<Case> chosen) {
        tested.own().awaitWell();
        if (isGateway()) {
            var unused = tested.awaitResults();
        }
        Injection killed = new Disturbance(Disturbance.How.KILL, victim, 0);
        killed(killed, tested, chosen).values().forEach(tested::watch);
        tested.own().injector().end(killed);
        tested.own().system().awaitMended();
    }

    /** On a busy machine one order may have gone on before the last one stood where it should; then all begin anew. */
    private Map<SagaPoint, ScenarioRun> killed(Injection kill, TestSystem tested, List<Case> chosen) {
        for (int tries = 1; ; tries++) {
            try {
                return killedAtOnce(kill, tested, chosen);
            } catch (ConditionTimeoutException e) {
                if (tries == MOST_TRIES) {
                    throw e;
                }
            }
        }
    }

    private Map<SagaPoint, ScenarioRun> killedAtOnce(Injection kill, TestSystem tested, List<Case> chosen) {
        Map<SagaPoint, ScenarioRun> runs = new EnumMap<>(SagaPoint.class);
        cases.forEach((point, wanted) -> {
            if (chosen.contains(wanted)) {
                runs.put(point, tested.begin(wanted));
            }
        });
        beginPaying(tested, runs, LONG_PAYMENT, SagaPoint.PAY, SagaPoint.COMPENSATE_PAY);
        beginPaying(tested, runs, SHORT_PAYMENT, SagaPoint.CONFIRM, SagaPoint.COMPENSATE_RESERVE);
        tested.own().whileTheInventoryIsHeld(() -> {
            runs.values().forEach(run -> run.played().failure().inject(tested, run));
            Awaitility.await("all to stand where they should")
                    .atMost(LONG_PAYMENT)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> runs.entrySet().stream()
                            .allMatch(each -> tested.stands(
                                    each.getValue().orders().getFirst(),
                                    each.getKey().saga())));
            tested.own().injector().begin(kill);
        });
        return runs;
    }

    /** Returns once the gateway is at it; it takes so long even if it is mended meanwhile. */
    private static void beginPaying(
            TestSystem tested, Map<SagaPoint, ScenarioRun> runs, Duration time, SagaPoint... points) {
        List<ScenarioRun> paying =
                Stream.of(points).filter(runs::containsKey).map(runs::get).toList();
        tested.gateway().whileSlow(time, () -> {
            paying.forEach(run -> run.order("pm_ok"));
            TestSystem.await("slow payments", () -> tested.gateway().struck() >= paying.size());
        });
    }

    private static void beginTheRest(SagaPoint point, TestSystem tested, ScenarioRun run) {
        if (point == SagaPoint.RESERVE) {
            run.order("pm_ok");
        } else if (point.isCancelled()) {
            int status = tested.shop().tryToCancel(run.orders().getFirst()).status();
            if (status != CANCELLATION_ACCEPTED) {
                throw new ConditionTimeoutException("too late to cancel " + run.orders() + ": " + status);
            }
        }
    }
}
