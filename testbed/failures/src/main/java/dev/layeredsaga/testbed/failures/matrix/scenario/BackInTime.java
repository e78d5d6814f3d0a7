package dev.layeredsaga.testbed.failures.matrix.scenario;

import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.atLeast;
import static dev.layeredsaga.testbed.failures.matrix.outcome.Range.exactly;

import dev.layeredsaga.testbed.failures.fault.DatabaseFaults;
import dev.layeredsaga.testbed.failures.fault.TopicFaults;
import dev.layeredsaga.testbed.failures.matrix.outcome.Bound;
import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.system.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import dev.layeredsaga.testbed.infrastructure.OperationsPage;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.system.Service;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Something goes back in time, and the rest goes on. */
public final class BackInTime extends ScenarioGroup.OneByOne {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int CONFLICT = 409;
    private static final Duration SLOW = Duration.ofSeconds(12);

    private static final String BEING_PAID = "at which the orders were being paid, after they have been confirmed";
    private static final Expected CONFIRMED = Expected.confirmed().calls(exactly(1), atLeast(0), exactly(0));

    private static final Case ORDERS = restored("restored-orders", "the order-service", "before the orders", CONFIRMED);

    private static final Case SAGAS = restored(
            "restored-sagas",
            "the orchestrator",
            "before the orders, whose payments take 12 s; their sagas begin once more and meet their claims and payments",
            CONFIRMED
                    .events("started", "reserved", "started", "reserved", "captured", "confirmed")
                    .calls(exactly(1), atLeast(1), exactly(0)));

    private static final Case SAGAS_UNDER_WAY =
            restored("restored-sagas-under-way", "the orchestrator", BEING_PAID, CONFIRMED);

    private static final Case SAGAS_ENDED = restored(
            "restored-sagas-ended", "the orchestrator", "before the orders, after they have been confirmed", CONFIRMED);

    private static final Case STOCK = restored("restored-inventory", "the inventory", BEING_PAID, CONFIRMED);

    private static final Case GROUPS = Case.of(
                    "groups-rewound",
                    "all services have forgotten what they have handled, and read all topics from their beginnings, with three"
                            + " new orders behind it",
                    Expected.confirmed().within(Bound.within(Duration.ofSeconds(150))))
            .onOwnSystem()
            .withOrders(6);

    private static Case restored(String name, String service, String time, Expected expected) {
        String description = service + "'s database is restored to a time " + time;
        return Case.of(name, description, expected.within(Bound.within(Duration.ofSeconds(150))))
                .onOwnSystem()
                .withOrders(3);
    }

    public BackInTime() {
        super(
                "Something goes back in time",
                "A database is put back while three orders are being paid (3 s each unless said otherwise), or when they are confirmed, and its service is started as"
                        + " the operations page says. The orders are known again, by what the services have published, end in one way, and nobody"
                        + " pays twice.",
                List.of(ORDERS, SAGAS, SAGAS_UNDER_WAY, SAGAS_ENDED, STOCK, GROUPS));
    }

    @Override
    void play(TestSystem tested, Case wanted, ScenarioRun run) {
        switch (wanted.name()) {
            case "restored-orders" -> loseOrders(Service.ORDERS, tested, run);
            case "restored-sagas" -> losePayments(tested, run);
            case "restored-sagas-under-way" -> {
                pay(tested, run);
                loseEnds(backUp(Service.ORCHESTRATOR, tested), tested, run);
            }
            case "restored-sagas-ended" -> {
                Instant backup = backUp(Service.ORCHESTRATOR, tested);
                pay(tested, run);
                loseEnds(backup, tested, run);
            }
            case "restored-inventory" -> loseSales(tested, run);
            default -> rewind(tested, run);
        }
    }

    private static void loseOrders(Service service, TestSystem tested, ScenarioRun run) {
        Instant backup = backUp(service, tested);
        pay(tested, run);
        restore(service, backup, tested);
    }

    /** The messages of the orders have been acknowledged, so that their sagas begin once the order-service publishes them again. */
    private static void losePayments(TestSystem tested, ScenarioRun run) {
        Instant backup = backUp(Service.ORCHESTRATOR, tested);
        tested.gateway().takes(SLOW);
        try {
            run.orders(3, "pm_ok").forEach(tested.gateway()::awaitCalledFor);
            tested.mail().awaitTakenIn();
            restore(Service.ORCHESTRATOR, backup, tested);
        } finally {
            tested.gateway().mend();
        }
    }

    private static void loseEnds(Instant backup, TestSystem tested, ScenarioRun run) {
        tested.shop().awaitEndOf(run.orders(), SOON);
        restore(Service.ORCHESTRATOR, backup, tested);
        run.orders().forEach(order -> tested.shop().awaitSagaStatus(order, "COMPLETED"));
    }

    /** With the two starts and the setting of the stock that the operations page asks for. */
    private static void loseSales(TestSystem tested, ScenarioRun run) {
        pay(tested, run);
        Instant backup = backUp(Service.INVENTORY, tested);
        tested.shop().awaitEndOf(run.orders(), SOON);
        int left = tested.shop().onHand(run.sku());
        restore(Service.INVENTORY, tested, Map.of());
        if (tested.shop().hold(SLOW, run.sku()).status() != CONFLICT) {
            run.remark("sold before its stock was set");
        }
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
        Awaitility.await("the claims to be confirmed again")
                .atMost(SOON)
                .ignoreExceptions()
                .until(() -> tested.shop().reserved(run.sku()) == 0);
        tested.shop().stock(run.sku(), left, run.played().policy());
    }

    private static void pay(TestSystem tested, ScenarioRun run) {
        run.orders(3, "pm_slow_then_ok").forEach(order -> tested.shop().awaitStep(order, "pay"));
    }

    private static Instant backUp(Service service, TestSystem tested) {
        Instant now = Instant.now();
        databases(tested).backUp(service.database());
        // the sessions that were ended for it may still cost a request or two
        Awaitility.await("a system that is well")
                .atMost(SOON)
                .ignoreExceptions()
                .untilAsserted(tested.own()::awaitWell);
        return now;
    }

    private static void restore(Service service, Instant backup, TestSystem tested) {
        String setting =
                service == Service.ORDERS ? "ORDER_RECONCILIATION_LOSTSINCE" : "ORCHESTRATOR_RECONCILIATION_LOSTSINCE";
        restore(service, tested, Map.of(setting, backup.toString()));
    }

    private static void restore(Service service, TestSystem tested, Map<String, String> settings) {
        ServiceProcess process = processOf(service, tested);
        process.kill();
        databases(tested).restore(service.database());
        if (service == Service.INVENTORY) {
            tested.own().change(service, OperationsPage.sqlForARestoredInventory());
        }
        process.startAgain(settings);
        process.awaitReady();
    }

    private static ServiceProcess processOf(Service service, TestSystem tested) {
        return tested.own().process(service.serviceName());
    }

    private static DatabaseFaults databases(TestSystem tested) {
        return new DatabaseFaults(tested.own().infrastructure().postgres());
    }

    private static void rewind(TestSystem tested, ScenarioRun run) {
        tested.shop().awaitEndOf(run.orders(3, "pm_ok"), SOON);
        List<ServiceProcess> processes = Stream.of(Service.values())
                .map(service -> processOf(service, tested))
                .toList();
        processes.forEach(ServiceProcess::terminate);
        for (Service service : Service.values()) {
            tested.own().change(service, "DELETE FROM inbox");
        }
        new TopicFaults(tested.own().infrastructure().kafkaBootstrapServers()).forgetGroups();
        processes.forEach(ServiceProcess::startAgain);
        processes.forEach(ServiceProcess::awaitReady);
        run.orders(3, "pm_ok");
        tested.mail().awaitTakenIn();
    }
}
