package dev.layeredsaga.testbed.failures.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.client.Http.Reply;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.TrainedPrograms;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server is silent: it closes nothing and answers nothing. No service hangs with it, and all go on when it does. */
@Tag("failures")
class FrozenServersIT {

    private static final Duration SECONDS = Duration.ofSeconds(10);
    private static final Duration HEALED = Duration.ofSeconds(60);

    private static ServersProcess servers;
    private static SeparateSystem system;

    private final Http http = new Http(Duration.ofSeconds(30));
    private final String sku = "frozen-" + UUID.randomUUID();
    private Shop shop;

    @BeforeAll
    static void start() {
        servers = ServersProcess.begin();
        system = new SeparateSystem(servers, Map.of("SPRING_MAIN_BANNERMODE", "off"), TrainedPrograms.FOR_TESTS::of)
                .startEach();
    }

    @AfterAll
    static void stop() {
        system.close();
        servers.close();
    }

    @BeforeEach
    void stock() {
        shop = new Shop(system.addresses());
        shop.stock(sku, 10, "COUNTED");
        shop.awaitEndOf(List.of(shop.order(sku, "pm_ok")), HEALED);
    }

    @AfterEach
    void thaw() {
        servers.thaw();
    }

    @Test
    void aSilentDatabaseIsAnsweredWith503AndTakesReadinessDown() {
        servers.freezePostgres();

        for (URI service : services()) {
            measured(
                    service + " is not ready",
                    () -> await().atMost(SECONDS).until(() -> statusOf(service, "/actuator/health/readiness") == 503));
        }
        for (int i = 0; i < 3; i++) {
            measured(
                    "an order is refused",
                    () -> assertThat(tryToOrder().status()).isEqualTo(503));
        }
        measured(
                "a hold is refused",
                () -> assertThat(shop.hold(Duration.ofMinutes(1), sku).status()).isEqualTo(503));
        measured(
                "a list of sagas is refused",
                () -> assertThat(statusOf(orchestrator(), "/sagas")).isEqualTo(503));

        servers.thaw();
        ordersGoThroughAgain();
    }

    @Test
    void aSilentRedisStopsNothing() {
        servers.freezeRedis();

        measured("an order is confirmed", () -> shop.awaitEndOf(List.of(shop.order(sku, "pm_ok")), HEALED));
        for (URI service : services()) {
            assertThat(statusOf(service, "/actuator/health/readiness")).isEqualTo(200);
        }

        servers.thaw();
        ordersGoThroughAgain();
    }

    @Test
    void aSilentBrokerLetsOrdersInAndDelaysThem() {
        servers.freezeKafka();

        String[] order = new String[1];
        measured("an order is accepted", () -> order[0] = shop.order(sku, "pm_ok"));
        assertThat(shop.statusOf(order[0])).isEqualTo("PENDING");
        for (URI service : services()) {
            measured("health answers", () -> statusOf(service, "/actuator/health/liveness"));
            assertThat(statusOf(service, "/actuator/health/liveness")).isEqualTo(200);
        }

        servers.thaw();
        measured("the order is confirmed", () -> shop.awaitEndOf(List.of(order[0]), HEALED));
        ordersGoThroughAgain();
    }

    private void ordersGoThroughAgain() {
        measured(
                "all are ready",
                () -> services()
                        .forEach(service -> await().atMost(HEALED)
                                .until(() -> statusOf(service, "/actuator/health/readiness") == 200)));
        measured(
                "an order is accepted again",
                () -> await().atMost(HEALED).until(() -> tryToOrder().status() == 202));
        measured("and confirmed", () -> shop.awaitEndOf(List.of(shop.order(sku, "pm_ok")), HEALED));
    }

    private static List<URI> services() {
        return List.of(system.addresses().orders(), system.addresses().inventory(), orchestrator());
    }

    private static URI orchestrator() {
        return system.addresses().orchestrator();
    }

    private int statusOf(URI service, String path) {
        return http.get(service, path).status();
    }

    private Reply tryToOrder() {
        Map<String, Object> order = Map.of(
                "customerId", "c-1",
                "lines", List.of(Map.of("sku", sku, "quantity", 1)),
                "paymentMethod", "pm_ok");
        return http.post(
                system.addresses().orders(),
                "/orders",
                order,
                Map.of("Idempotency-Key", UUID.randomUUID().toString()));
    }

    /** Each within seconds, also those that only wait: one that hangs is seen. */
    private static void measured(String what, Runnable action) {
        long begun = System.nanoTime();
        action.run();
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        System.out.printf("%s after %d ms%n", what, took.toMillis());
        assertThat(took).as(what).isLessThan(HEALED);
    }
}
