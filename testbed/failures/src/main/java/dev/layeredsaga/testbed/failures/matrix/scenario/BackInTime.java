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
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.system.Service;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Something goes back in time, and the rest goes on. */
public final class BackInTime implements ScenarioGroup {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration SLOW = Duration.ofSeconds(12);

    private static final Case ORDERS = restored(
            "restored-orders",
            "the order-service's database is restored to a time before the orders",
            Expected.confirmed().calls(exactly(1), atLeast(0), exactly(0)));

    private static final Case SAGAS = restored(
            "restored-sagas",
            "the orchestrator's database is restored to a time before the orders, whose payments take 12 s; their claims are released before"
                    + " their sagas begin once more",
            Expected.claimLost());

    private static final Case SAGAS_UNDER_WAY = restored(
            "restored-sagas-under-way",
            "the orchestrator's database is restored to a time at which the orders were being paid, after they have been confirmed",
            Expected.confirmed().calls(exactly(1), atLeast(0), exactly(0)));

    private static final Case SAGAS_ENDED = restored(
            "restored-sagas-ended",
            "the orchestrator's database is restored to a time before the orders, after they have been confirmed",
            Expected.confirmed().calls(exactly(1), atLeast(0), exactly(0)));

    private static final Case GROUPS = Case.of(
                    "groups-rewound",
                    "all services have forgotten what they have handled, and read all topics from their beginnings, with three"
                            + " new orders behind it",
                    Expected.confirmed().within(Bound.within(Duration.ofSeconds(150))))
            .onOwnSystem()
            .withOrders(6);

    private static Case restored(String name, String description, Expected expected) {
        return Case.of(name, description, expected.within(Bound.within(Duration.ofSeconds(150))))
                .onOwnSystem()
                .withOrders(3);
    }

    @Override
    public String title() {
        return "Something goes back in time";
    }

    @Override
    public String about() {
        return "A database is put back while three orders are being paid (3 s each unless said otherwise), or when they are confirmed, and its service is started as"
                + " the operations page says. The orders are known again, by what the services have published, end in one way, and nobody"
                + " pays twice.";
    }

    @Override
    public List<Case> cases() {
        return List.of(ORDERS, SAGAS, SAGAS_UNDER_WAY, SAGAS_ENDED, GROUPS);
    }

    @Override
    public void play(TestSystem tested, List<Case> chosen) {
        for (Case wanted : chosen) {
            ScenarioRun run = tested.begin(wanted);
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
                default -> rewind(tested, run);
            }
            tested.watchToTheEnd(run);
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
        ServiceProcess process = tested.own().process(service.serviceName());
        process.kill();
        databases(tested).restore(service.database());
        String setting =
                service == Service.ORDERS ? "ORDER_RECONCILIATION_LOSTSINCE" : "ORCHESTRATOR_RECONCILIATION_LOSTSINCE";
        process.startAgain(Map.of(setting, backup.toString()));
        process.awaitReady();
    }

    private static DatabaseFaults databases(TestSystem tested) {
        return new DatabaseFaults(tested.own().infrastructure().postgres());
    }

    private static void rewind(TestSystem tested, ScenarioRun run) {
        tested.shop().awaitEndOf(run.orders(3, "pm_ok"), SOON);
        List<ServiceProcess> processes = Stream.of(Service.values())
                .map(service -> tested.own().process(service.serviceName()))
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
