package dev.layeredsaga.testbed.failures.chaos;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.audit.InvariantAudit;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.LateAction;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;
import dev.layeredsaga.testbed.failures.audit.seen.SystemReader;
import dev.layeredsaga.testbed.failures.chaos.injection.Injector;
import dev.layeredsaga.testbed.failures.chaos.injection.LateReplay;
import dev.layeredsaga.testbed.failures.chaos.injection.Plan;
import dev.layeredsaga.testbed.failures.chaos.injection.Recovery;
import dev.layeredsaga.testbed.failures.chaos.injection.Resending;
import dev.layeredsaga.testbed.failures.chaos.injection.Schedule;
import dev.layeredsaga.testbed.failures.chaos.load.Catalog;
import dev.layeredsaga.testbed.failures.chaos.load.ClientLog;
import dev.layeredsaga.testbed.failures.chaos.load.Customers;
import dev.layeredsaga.testbed.failures.chaos.load.Workload;
import dev.layeredsaga.testbed.failures.chaos.lock.LockWatch;
import dev.layeredsaga.testbed.failures.chaos.lock.RedisLocks;
import dev.layeredsaga.testbed.failures.chaos.system.ChaosSettings;
import dev.layeredsaga.testbed.failures.chaos.system.ChaosSystem;
import dev.layeredsaga.testbed.failures.chaos.system.Progress;
import dev.layeredsaga.testbed.failures.fault.Messages;
import dev.layeredsaga.testbed.system.Service;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One run from the first order to the audit. */
final class ChaosRun {

    private final ChaosSettings settings;
    private final Progress progress;
    private final ClientLog clientLog = new ClientLog();

    ChaosRun(ChaosSettings settings, Progress progress) {
        this.settings = settings;
        this.progress = progress;
    }

    /** Starts a system of its own, and leaves nothing of it behind. */
    ChaosResult run() throws InterruptedException, SQLException, IOException {
        Plan plan = Plan.of(settings);
        progress.say("seed %d; the plan:".formatted(settings.seed()));
        progress.say(plan.inWords());
        progress.say("  starting the servers and %d instances of each service …".formatted(settings.instances()));
        try (ChaosSystem system = ChaosSystem.start(settings)) {
            return run(plan, system);
        }
    }

    private ChaosResult run(Plan plan, ChaosSystem system) throws InterruptedException, SQLException, IOException {
        Catalog catalog = Catalog.forOrders(settings.orders());
        stock(catalog, new Shop(system.addresses()));
        Resending resending = new Resending(new Messages(system.infrastructure().kafkaBootstrapServers()));
        Injector injector = new Injector(system, resending);
        try (LockWatch locks =
                new LockWatch(RedisLocks.of(system.infrastructure().redis()), system.inventories())) {
            locks.start();
            Customers customers = new Customers(settings, system, clientLog);
            List<String> failed = trouble(new Schedule(plan, injector, locks, progress), system, customers, catalog);
            locks.disturbed(false); // there is a backlog
            ChaosResult.Healed healed = heal(system, injector, customers);
            // what has not ended has not been compensated for good
            List<LateAction> late = healed.complete() ? new LateReplay(system, resending).run() : List.of();
            Observations seen = read(system, catalog, resending, late, locks);
            return new ChaosResult(
                    settings, plan, failed, clientLog.turnedAway(), healed, seen, InvariantAudit.of(seen));
        }
    }

    private static void stock(Catalog catalog, Shop shop) {
        catalog.all()
                .forEach(stock -> shop.stock(stock.sku(), stock.onHand(), stock.exclusive() ? "EXCLUSIVE" : "COUNTED"));
    }

    /** Customers come while the schedule is kept to. Returns what could not be injected. */
    private List<String> trouble(Schedule schedule, ChaosSystem system, Customers customers, Catalog catalog)
            throws InterruptedException {
        try (Meter meter = new Meter(system, clientLog, schedule, progress)) {
            meter.start();
            schedule.start();
            customers.letIn(Workload.of(settings, catalog));
            schedule.awaitEnd();
        }
        return schedule.failed();
    }

    private ChaosResult.Healed heal(ChaosSystem system, Injector injector, Customers customers)
            throws InterruptedException, SQLException {
        progress.say("  healing: everything is mended …");
        long begin = System.nanoTime();
        Recovery recovery = new Recovery(system, progress);
        recovery.mend(injector);
        customers.awaitAllGone(settings.recoveryTimeout());
        boolean complete = recovery.awaitRest(settings.recoveryTimeout());
        customers.repeatReturns();
        complete &= recovery.awaitRest(settings.recoveryTimeout());
        return new ChaosResult.Healed(complete, Duration.ofNanos(System.nanoTime() - begin), recovery.retries());
    }

    private Observations read(
            ChaosSystem system, Catalog catalog, Resending resending, List<LateAction> late, LockWatch locks)
            throws SQLException, IOException {
        SystemReader reader =
                new SystemReader(system.addresses(), system.infrastructure().kafkaBootstrapServers());
        try (Connection inventory = system.connect(Service.INVENTORY);
                Connection orchestrator = system.connect(Service.ORCHESTRATOR);
                Connection orders = system.connect(Service.ORDERS)) {
            return new Observations(
                    clientLog.seen(catalog),
                    reader.orders(orchestrator),
                    reader.inventory(catalog.skus(), inventory),
                    reader.gateway(),
                    reader.messages(resending.resentOf(), late),
                    locks.seen(),
                    reader.tables(
                            Map.of(
                                    Service.INVENTORY.serviceName(),
                                    inventory,
                                    Service.ORCHESTRATOR.serviceName(),
                                    orchestrator,
                                    Service.ORDERS.serviceName(),
                                    orders),
                            orchestrator),
                    reader.returns(clientLog.returned()));
        }
    }
}
