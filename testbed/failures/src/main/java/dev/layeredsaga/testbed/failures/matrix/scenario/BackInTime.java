package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioGroup;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import dev.layeredsaga.testbed.infrastructure.OperationsPage;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.system.Service;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Something goes back in time, and the rest goes on. */
public final class BackInTime {

    private static final int CONFLICT = 409;
    private static final Duration SLOW = Duration.ofSeconds(12);

    private static final String AFTER_THE_END = "after they have been confirmed";
    private static final String BEING_PAID = "at which the orders were being paid, " + AFTER_THE_END;
    private static final String BEGUN_ONCE_MORE =
            "before the orders, whose payments take 12 s; their sagas begin once more and meet their claims and payments";
    private static final String REWOUND =
            "all services have forgotten what they have handled, and read all topics from their beginnings, with three new orders behind it";

    private static final Expected CONFIRMED =
            Expected.confirmed().calls("1 / ≥ 0 / 0").within("150 s");
    private static final Expected TWICE_BEGUN = CONFIRMED
            .events("started › reserved › started › reserved › captured › confirmed")
            .calls("1 / ≥ 1 / 0");

    private BackInTime() {}

    public static ScenarioGroup group() {
        return ScenarioGroup.oneByOne(
                "Something goes back in time",
                "A database is put back while three orders are being paid (3 s each unless said otherwise), or when they are confirmed, and its service is started as"
                        + " the operations page says. The orders are known again, by what the services have published, end in one way, and nobody"
                        + " pays twice.",
                restored("restored-orders", "the order-service", "before the orders")
                        .onOwn(3, CONFIRMED, BackInTime::loseOrders),
                restored("restored-sagas", "the orchestrator", BEGUN_ONCE_MORE)
                        .onOwn(3, TWICE_BEGUN, BackInTime::losePayments),
                restored("restored-sagas-under-way", "the orchestrator", BEING_PAID)
                        .onOwn(3, CONFIRMED, BackInTime::loseEndsUnderWay),
                restored("restored-sagas-ended", "the orchestrator", "before the orders, " + AFTER_THE_END)
                        .onOwn(3, CONFIRMED, BackInTime::loseSagas),
                restored("restored-inventory", "the inventory", BEING_PAID).onOwn(3, CONFIRMED, BackInTime::loseSales),
                Case.of("groups-rewound", REWOUND).onOwn(6, CONFIRMED.calls("1 / 0 / 0"), BackInTime::rewind));
    }

    private static Case restored(String name, String service, String time) {
        return Case.of(name, service + "'s database is restored to a time " + time);
    }

    private static void loseOrders(TestSystem tested, ScenarioRun run) {
        Instant backup = backUp(Service.ORDERS, tested);
        tested.orderAndPay(run, 3);
        restore(Service.ORDERS, tested, Map.of("ORDER_RECONCILIATION_LOSTSINCE", backup.toString()));
    }

    /** The messages of the orders have been acknowledged, so that their sagas begin once the order-service publishes them again. */
    private static void losePayments(TestSystem tested, ScenarioRun run) {
        Instant backup = backUp(Service.ORCHESTRATOR, tested);
        tested.gateway().whileSlow(SLOW, () -> {
            run.orders(3, "pm_ok").forEach(tested::awaitCharged);
            tested.topics().awaitRead();
            restoreSagas(backup, tested);
        });
    }

    private static void loseEndsUnderWay(TestSystem tested, ScenarioRun run) {
        tested.orderAndPay(run, 3);
        loseEnds(backUp(Service.ORCHESTRATOR, tested), tested, run);
    }

    private static void loseSagas(TestSystem tested, ScenarioRun run) {
        Instant backup = backUp(Service.ORCHESTRATOR, tested);
        tested.orderAndPay(run, 3);
        loseEnds(backup, tested, run);
    }

    private static void loseEnds(Instant backup, TestSystem tested, ScenarioRun run) {
        tested.shop().awaitEndOf(run.orders());
        restoreSagas(backup, tested);
        run.orders().forEach(order -> tested.shop().awaitSagaStatus(order, "COMPLETED"));
    }

    /** With the two starts and the setting of the stock that the operations page asks for. */
    private static void loseSales(TestSystem tested, ScenarioRun run) {
        tested.orderAndPay(run, 3);
        Instant backup = backUp(Service.INVENTORY, tested);
        tested.shop().awaitEndOf(run.orders());
        int left = tested.shop().onHand(run.sku());
        restore(Service.INVENTORY, tested, Map.of());
        int held = tested.shop().hold(SLOW, run.sku()).status();
        run.remarkUnless(held == CONFLICT, "sold before its stock was set");
        ServiceProcess orchestrator = processOf(Service.ORCHESTRATOR, tested);
        orchestrator.terminate();
        orchestrator.startAgain(Map.of(
                "ORCHESTRATOR_RECONCILIATION_CLAIMSLOSTSINCE",
                backup.toString(),
                "ORCHESTRATOR_RECONCILIATION_CLAIMSAFTER",
                "5s"));
        orchestrator.awaitReady();
        // that of the order by which the backed-up system was seen to be well
        orchestrator.awaitOutput("but the inventory has no claim that it knows");
        TestSystem.await("the claims to be confirmed again", () -> tested.shop().reserved(run.sku()) == 0);
        tested.shop().stock(run.sku(), left, run.played().policy());
    }

    private static Instant backUp(Service service, TestSystem tested) {
        Instant now = Instant.now();
        tested.own().injector().databases().backUp(service.database());
        // the sessions that were ended for it may still cost a request or two
        TestSystem.await("a system that is well", () -> {
            tested.own().awaitWell();
            return true;
        });
        return now;
    }

    private static void restoreSagas(Instant backup, TestSystem tested) {
        restore(Service.ORCHESTRATOR, tested, Map.of("ORCHESTRATOR_RECONCILIATION_LOSTSINCE", backup.toString()));
    }

    private static void restore(Service service, TestSystem tested, Map<String, String> settings) {
        ServiceProcess process = processOf(service, tested);
        process.kill();
        tested.own().injector().databases().restore(service.database());
        if (service == Service.INVENTORY) {
            tested.own().change(service, OperationsPage.sqlForARestoredInventory());
        }
        process.startAgain(settings);
        process.awaitReady();
    }

    private static ServiceProcess processOf(Service service, TestSystem tested) {
        return tested.own().system().instance(service.serviceName(), 0);
    }

    private static void rewind(TestSystem tested, ScenarioRun run) {
        tested.shop().awaitEndOf(run.orders(3, "pm_ok"));
        List<ServiceProcess> processes = Stream.of(Service.values())
                .map(service -> processOf(service, tested))
                .toList();
        processes.forEach(ServiceProcess::terminate);
        for (Service service : Service.values()) {
            tested.own().change(service, "DELETE FROM inbox");
        }
        tested.topics().forgetGroups();
        processes.forEach(ServiceProcess::startAgain);
        processes.forEach(ServiceProcess::awaitReady);
        run.orders(3, "pm_ok");
        tested.topics().awaitRead();
    }
}
