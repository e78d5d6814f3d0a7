package dev.layeredsaga.testbed.e2e;

import static dev.layeredsaga.testbed.e2e.OrderAudit.assertAuditHolds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.system.HostedSystem;
import dev.layeredsaga.testbed.system.ServicePorts;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many sagas wait for a slow gateway at the same time, and that costs next to nothing. */
@Tag("load")
class SlowPaymentsIT {

    private static final int SAGAS = 200;
    private static final Duration PAYMENT = Duration.ofSeconds(10);

    private static final HostedSystem SYSTEM = new HostedSystem(SharedInfrastructure.get());

    private final Http http = new Http();
    private final Shop shop = new Shop(SYSTEM.addresses());
    private final Http gateway = Http.ofGateway();

    @BeforeAll
    static void start() {
        SYSTEM.start(
                ServicePorts.FREE,
                Map.of("spring.main.banner-mode", "off", "orchestrator.payment-gateway.response-timeout", "20s"));
    }

    @AfterAll
    static void stop() {
        SYSTEM.close();
    }

    @Test
    void holdNeitherPlatformThreadsNorDatabaseConnections() throws InterruptedException {
        shop.stock("awaited", SAGAS + 1, "COUNTED");
        shop.awaitEndOf(List.of(shop.order("awaited", "pm_ok")), Duration.ofSeconds(60));
        gateway.get(SYSTEM.addresses().paymentStub(), "/faults");
        int threads = platformThreads();
        gateway.put(
                SYSTEM.addresses().paymentStub(),
                "/faults",
                Map.of("scenario", "slow_then_ok", "delayMillis", PAYMENT.toMillis()));

        List<String> orders = orders();
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> paymentsUnderWay() == SAGAS);

        assertThat(platformThreads() - threads).as("further platform threads").isLessThan(60);
        assertThat(connectionsInUse()).as("connections in use").isLessThan(6);
        System.out.printf(
                "%d payments under way: %d more platform threads, %d connections in use%n",
                SAGAS, platformThreads() - threads, connectionsInUse());
        shop.mendGateway();
        shop.awaitEndOf(orders, Duration.ofSeconds(60));
        assertThat(orders).allSatisfy(id -> assertThat(shop.statusOf(id)).isEqualTo("CONFIRMED"));
        assertAuditHolds(shop, "awaited", SAGAS, orders);
    }

    /** Sooner than the first of their payments is made. */
    private List<String> orders() throws InterruptedException {
        try (ExecutorService customers = Executors.newFixedThreadPool(8)) {
            return customers
                    .invokeAll(IntStream.range(0, SAGAS)
                            .<Callable<String>>mapToObj(i -> () -> shop.order("awaited", "pm_ok"))
                            .toList())
                    .stream()
                    .map(SlowPaymentsIT::result)
                    .toList();
        }
    }

    private static String result(Future<String> order) {
        try {
            return order.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private int paymentsUnderWay() {
        return gateway.get(SYSTEM.addresses().paymentStub(), "/faults")
                .body()
                .path("faults")
                .path(0)
                .path("struck")
                .asInt();
    }

    private static int platformThreads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    private int connectionsInUse() {
        return http.get(SYSTEM.addresses().orchestrator(), "/actuator/metrics/hikaricp.connections.active")
                .body()
                .path("measurements")
                .path(0)
                .path("value")
                .asInt(Integer.MAX_VALUE);
    }
}
