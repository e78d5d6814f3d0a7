package dev.layeredsaga.testbed.e2e;

import static dev.layeredsaga.testbed.e2e.EventAssertions.assertPublishesEachStoryToItsEnd;
import static dev.layeredsaga.testbed.e2e.OrderAudit.assertAuditHolds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.SagaEvents;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.system.HostedSystem;
import dev.layeredsaga.testbed.system.Service;
import dev.layeredsaga.testbed.system.ServicePorts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The inventory-service is down for a while. */
@Execution(ExecutionMode.SAME_THREAD)
@Tag("outage")
class InventoryOutageIT {

    private static final Map<String, String> SETTINGS =
            Map.of("spring.main.banner-mode", "off", "orchestrator.order-saga.inventory-timeout", "1s");

    private static final Infrastructure INFRASTRUCTURE = SharedInfrastructure.get();
    private static final HostedSystem SYSTEM = new HostedSystem(INFRASTRUCTURE);

    @BeforeAll
    static void start() {
        SYSTEM.start(ServicePorts.FREE, SETTINGS);
    }

    @AfterAll
    static void stop() {
        SYSTEM.close();
    }

    @Test
    void costsTimeButNoOrders() {
        Shop shop = new Shop(SYSTEM.addresses());
        shop.stock("patient", 20, "COUNTED");
        SYSTEM.stop(Service.INVENTORY);
        List<String> orders = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            orders.add(shop.order("patient", "pm_ok"));
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .ignoreException(IllegalStateException.class) // the saga may not have begun
                .untilAsserted(() -> assertThat(orders)
                        .allSatisfy(id -> assertThat(shop.attemptsOf(id)).isGreaterThanOrEqualTo(3)));

        SYSTEM.addInstance(Service.INVENTORY, SETTINGS);
        Shop back = new Shop(SYSTEM.addresses());
        back.awaitEndOf(orders, Duration.ofSeconds(60));

        assertThat(orders).allSatisfy(id -> assertThat(back.statusOf(id)).isEqualTo("CONFIRMED"));
        assertAuditHolds(back, "patient", 20, orders);
        Awaitility.await().untilAsserted(() -> assertPublishesEachStoryToItsEnd(SagaEvents.read(), orders));
    }

    @Test
    void endsInARejectionIfItLastsLongerThanTheDeadline() {
        Shop shop = new Shop(SYSTEM.addresses());
        shop.stock("hasty", 1, "EXCLUSIVE");
        SYSTEM.stop(Service.INVENTORY);
        String order = shop.order("hasty", "pm_ok");
        shop.awaitStep(order, "reserve");
        letItsDeadlinePass(order);
        shop.awaitSagaStatus(order, "COMPENSATING");

        SYSTEM.addInstance(Service.INVENTORY, SETTINGS);
        Shop back = new Shop(SYSTEM.addresses());
        back.awaitEndOf(List.of(order), Duration.ofSeconds(60));

        assertThat(back.reasonOf(order)).isEqualTo("DEADLINE_EXCEEDED");
        assertAuditHolds(back, "hasty", 1, List.of(order));
    }

    private static void letItsDeadlinePass(String order) {
        String url = INFRASTRUCTURE.postgres().jdbcUrl(Service.ORCHESTRATOR.database());
        String user = INFRASTRUCTURE.postgres().user();
        String password = INFRASTRUCTURE.postgres().password();
        JdbcClient.create(new DriverManagerDataSource(url, user, password))
                .sql("UPDATE saga SET deadline = clock_timestamp(), version = version + 1 WHERE id = ?::uuid")
                .param(order)
                .update();
    }
}
