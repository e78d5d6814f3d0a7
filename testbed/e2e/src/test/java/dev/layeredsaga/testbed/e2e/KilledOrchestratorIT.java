package dev.layeredsaga.testbed.e2e;

import static dev.layeredsaga.testbed.e2e.EventAssertions.assertPublishesEachStoryToItsEnd;
import static dev.layeredsaga.testbed.e2e.OrderAudit.assertAuditHolds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.client.SagaEvents;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.process.Silence;
import dev.layeredsaga.testbed.process.TrainedPrograms;
import dev.layeredsaga.testbed.system.HostedSystem;
import dev.layeredsaga.testbed.system.Service;
import dev.layeredsaga.testbed.system.ServicePorts;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Three orchestrators on one database; one of them, a process of its own, dies or freezes in the middle of driving sagas that
 * it has taken (invariants 5, 6, 7 and 10).
 */
@Execution(ExecutionMode.SAME_THREAD)
@Tag("failures")
class KilledOrchestratorIT {

    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(3);
    private static final Map<String, String> SETTINGS =
            Map.of("spring.main.banner-mode", "off", "saga.due-loop.lock-timeout", LOCK_TIMEOUT.toString());

    private final Infrastructure infrastructure = SharedInfrastructure.get();
    private final HostedSystem system = new HostedSystem(infrastructure);
    private ServiceProcess victim;
    private SagaLedger ledger;
    private Silence inventory;
    private Shop shop;

    @BeforeEach
    void startThreeOrchestrators() throws SQLException {
        system.start(ServicePorts.FREE, SETTINGS);
        system.addInstance(Service.ORCHESTRATOR, SETTINGS);
        victim = TrainedPrograms.FOR_TESTS.start(Service.ORCHESTRATOR.serviceName(), 0, environmentOfTheVictim());
        ledger = new SagaLedger(infrastructure.postgres(), Service.ORCHESTRATOR.database());
        inventory = new Silence(infrastructure.postgres(), Service.INVENTORY.database());
        shop = new Shop(system.addresses());
        victim.awaitOutput("Started SagaOrchestratorApplication");
    }

    @AfterEach
    void stop() throws SQLException {
        victim.close();
        inventory.close();
        system.close();
        ledger.close();
    }

    @Test
    void leavesItsSagasToTheOthersWhenItIsKilled() throws SQLException {
        shop.stock("taken-over", 300, "COUNTED");
        inventory.begin();
        List<String> orders = orders("taken-over", 300);
        holdTheVictimWithSagasInHand();
        long taken = ledger.takenByTheVictim();

        long killed = System.nanoTime();
        victim.kill();
        ledger.openTheGate();
        within(30).until(() -> ledger.takenOver() >= taken);
        inventory.end();
        shop.awaitEndOf(orders, Duration.ofSeconds(50));

        report(orders.size(), taken, killed);
        assertThat(Duration.ofMillis(ledger.longestTakeover())).isLessThan(LOCK_TIMEOUT.plusSeconds(3));
        assertAllIsWell("taken-over", orders);
    }

    /** Its transaction has seen the sagas as they were, and is all but committed, when it stops breathing. */
    @Test
    void changesNothingWhenItWakesUpAfterItsLockTimeout() throws SQLException {
        shop.stock("thawed", 40, "COUNTED");
        inventory.begin();
        List<String> orders = orders("thawed", 40);
        holdTheVictimWithSagasInHand();
        long taken = ledger.takenByTheVictim();

        victim.freeze();
        within(30).until(() -> ledger.takenOver() >= taken);
        ledger.openTheGate();
        victim.thaw();
        within(30).until(() -> ledger.oldTransactionsOfTheVictim() == 0);
        victim.awaitOutput(" due sagas failed together, trying one by one");
        inventory.end();
        shop.awaitEndOf(orders, Duration.ofSeconds(50));

        assertThat(ledger.attemptsRecordedTwice()).as("recorded twice").isZero();
        assertThat(commandsSentTwice(orders)).as("commands sent twice").isZero();
        assertAllIsWell("thawed", orders);
    }

    private void holdTheVictimWithSagasInHand() {
        ledger.closeTheGate();
        ledger.everySagaBecomesDue();
        within(60).until(() -> ledger.takenByTheVictim() > 0 && ledger.holdsTheVictim());
    }

    private List<String> orders(String sku, int count) {
        List<String> orders = IntStream.range(0, count)
                .mapToObj(i -> shop.order(sku, "pm_ok"))
                .toList();
        within(30).until(() -> ledger.sagasIn("reserve") == count);
        return orders;
    }

    private void assertAllIsWell(String sku, List<String> orders) {
        assertThat(orders).allSatisfy(id -> assertThat(shop.statusOf(id)).isEqualTo("CONFIRMED"));
        assertAuditHolds(shop, sku, orders.size(), orders);
        Awaitility.await().untilAsserted(() -> assertPublishesEachStoryToItsEnd(SagaEvents.read(), orders));
    }

    private void report(int orders, long taken, long killed) {
        System.out.printf(
                "%d sagas; %d in the hands of the killed one, all taken over %d ms after they were taken at the latest"
                        + " (lock timeout %d ms); the last one ended %d ms after the kill%n",
                orders,
                taken,
                ledger.longestTakeover(),
                LOCK_TIMEOUT.toMillis(),
                Duration.ofNanos(System.nanoTime() - killed).toMillis());
    }

    /** Commands of one attempt that stand on the topic as two messages, of these orders alone: compensation has attempts of its own. */
    private static long commandsSentTwice(List<String> orders) {
        Map<String, Long> messages = new HashMap<>();
        new PublishedRecords(Topics.INVENTORY_COMMANDS)
                .all().stream()
                        .filter(command -> orders.contains(command.key()))
                        .filter(command ->
                                PublishedRecords.header(command, "ce_type").equals("ClaimStock"))
                        .map(command -> attemptOf(command.value()) + PublishedRecords.header(command, "ce_id"))
                        .distinct()
                        .map(named -> named.substring(0, named.indexOf('}')))
                        .forEach(attempt -> messages.merge(attempt, 1L, Long::sum));
        return messages.values().stream().filter(count -> count > 1).count();
    }

    private static String attemptOf(String command) {
        int begin = command.indexOf("\"attempt\":{");
        return command.substring(begin, command.indexOf('}', begin) + 1);
    }

    private Map<String, String> environmentOfTheVictim() {
        Map<String, String> environment = new HashMap<>(SeparateSystem.environmentFor(
                infrastructure,
                Service.ORCHESTRATOR.database(),
                system.addresses().paymentStub().toString()));
        environment.merge(
                "DATABASE_URL",
                "ApplicationName=" + SagaLedger.VICTIM,
                (url, name) -> url + (url.contains("?") ? "&" : "?") + name);
        environment.put("SAGA_DUELOOP_LOCKTIMEOUT", LOCK_TIMEOUT.toString());
        environment.put("ORCHESTRATOR_ORDERSAGA_INVENTORYTIMEOUT", "30s");
        // the quickest to take what is due
        environment.put("SAGA_DUELOOP_INTERVAL", "5ms");
        return environment;
    }

    private static ConditionFactory within(int seconds) {
        return Awaitility.await().atMost(Duration.ofSeconds(seconds)).pollInterval(Duration.ofMillis(20));
    }
}
