package dev.layeredsaga.testbed.e2e;

import static dev.layeredsaga.testbed.e2e.EventAssertions.assertPublishesEachStoryToItsEnd;
import static dev.layeredsaga.testbed.e2e.OrderAudit.assertAuditHolds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.SagaEvents;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.system.HostedService;
import dev.layeredsaga.testbed.system.HostedSystem;
import dev.layeredsaga.testbed.system.Service;
import dev.layeredsaga.testbed.system.ServicePorts;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Orchestrators are stopped and started one after the other while orders flow: no customer notices. */
@Tag("failures")
class RollingRestartIT {

    private static final int STOCK = 10_000;

    /** A farewell shorter than a slow payment, so that calls are out which cannot be waited for. */
    private static final Map<String, String> SETTINGS =
            Map.of("spring.main.banner-mode", "off", "orchestrator.payment-farewell", "1s");

    private final Infrastructure infrastructure = SharedInfrastructure.get();
    private final HostedSystem system = new HostedSystem(infrastructure);
    private final Deque<HostedService> restarted = new ArrayDeque<>();
    private final Queue<String> orders = new ConcurrentLinkedQueue<>();
    private volatile boolean open = true;

    @BeforeEach
    void startThreeOrchestrators() {
        system.start(ServicePorts.FREE, SETTINGS);
        restarted.add(system.addInstance(Service.ORCHESTRATOR, SETTINGS));
        restarted.add(system.addInstance(Service.ORCHESTRATOR, SETTINGS));
    }

    @AfterEach
    void stop() {
        system.close();
    }

    @Test
    void letsNoSagaWaitForATimeout() throws SQLException, InterruptedException {
        Shop shop = new Shop(system.addresses());
        shop.stock("rolling", STOCK, "COUNTED");
        Thread customers = Thread.ofPlatform().start(() -> order(shop));

        restartEachOfThem();
        open = false;
        customers.join();

        List<String> placed = List.copyOf(orders);
        shop.awaitEndOf(placed, Duration.ofSeconds(60));
        try (SagaLedger ledger = new SagaLedger(infrastructure.postgres(), Service.ORCHESTRATOR.database())) {
            System.out.printf("%d orders during the restarts%n", placed.size());
            assertThat(ledger.unanswered(placed))
                    .as("attempts without an answer")
                    .isZero();
        }
        assertThat(placed).allSatisfy(id -> assertThat(shop.statusOf(id)).isEqualTo("CONFIRMED"));
        assertAuditHolds(shop, "rolling", STOCK, placed);
        Awaitility.await().untilAsserted(() -> assertPublishesEachStoryToItsEnd(SagaEvents.read(), placed));
    }

    private void restartEachOfThem() {
        Shop shop = new Shop(system.addresses());
        for (int i = 0; i < 2; i++) {
            shop.awaitSomeSagaIn("pay");
            restarted.removeFirst().close();
            restarted.add(system.addInstance(Service.ORCHESTRATOR, SETTINGS));
        }
    }

    /** About thirty a second, a third of them slow to pay. */
    private void order(Shop shop) {
        for (int i = 0; open; i++) {
            orders.add(shop.order("rolling", i % 3 == 0 ? "pm_slow_then_ok" : "pm_ok"));
            LockSupport.parkNanos(Duration.ofMillis(30).toNanos());
        }
    }
}
