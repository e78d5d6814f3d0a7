package dev.layeredsaga.testbed.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.client.OpenConnections;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.system.Service;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The four programs as their images run them, with 256 MiB, and clients who want to see them fall. More of them with
 * {@code -Dhostile.requests=1000}.
 */
@Execution(ExecutionMode.SAME_THREAD)
@Tag("load")
class HostileRequestsIT {

    /** As docker/Dockerfile has it. */
    private static final Duration TIMEOUT_OF_THE_HEALTHCHECK = Duration.ofSeconds(5);

    private static final DeployedSystem SYSTEM = DeployedSystem.get();
    private static final Shop SHOP = SYSTEM.shop();

    /** Requires a refusal with a problem, or an answer, and soon: never a failure of the service. */
    @ParameterizedTest
    @EnumSource
    void answersEveryOddRequest(Program program) {
        URI service = program.process().url();
        HostileClient client = new HostileClient(service);
        String token = LocalIssuer.get().operator("odd");
        for (String request : OddRequests.to(program.guardedPath(), service.getAuthority(), token)) {
            HostileClient.Answer answer = client.send(request);
            String described = request.lines().findFirst().orElse("") + " … " + request.replace(token, "TOKEN");

            assertThat(answer.status())
                    .as(described)
                    .satisfiesAnyOf(
                            status -> assertThat(status).isBetween(200, 499),
                            status -> assertThat(status).isIn(501, 505));
            assertThat(answer.status() < 400 || answer.isProblem())
                    .as(described)
                    .isTrue();
        }
        assertAllAreWell();
    }

    /** Sends requests that need no credentials; each may cost only its own connection. */
    @ParameterizedTest
    @EnumSource
    void survivesLargeBodiesAtEveryOpenAddress(Program program) {
        HostileClient client = new HostileClient(program.process().url());
        int count = Integer.getInteger("hostile.requests", 300);
        try (HealthWatch health = program.watched()) {
            for (String path : program.openPaths()) {
                Map<Integer, Integer> statuses = client.sendBodies(path, count);
                System.out.printf("%s, %d × 1 MB to %s: %s%n", program, count, path, statuses);
                assertThat(statuses.keySet())
                        .as(path)
                        .allMatch(status -> (status >= 400 && status < 500) || status == 503);
            }
            assertQuick(program, health);
        }
        assertAllAreWell();
    }

    @ParameterizedTest
    @EnumSource
    void survivesIdleAndDribblingConnections(Program program) {
        HostileClient client = new HostileClient(program.process().url());
        int count = Integer.getInteger("hostile.connections", 1_000);
        try (HealthWatch health = program.watched();
                OpenConnections connections = client.open("/docs", count)) {
            HostileClient.dribble(connections);
            assertAllAreWell();
            HostileClient.dribble(connections);
            assertQuick(program, health);
        }
    }

    private static void assertQuick(Program program, HealthWatch health) {
        System.out.printf(
                "%s: the slowest answer to a question for health took %d ms%n",
                program, health.slowest().toMillis());
        assertThat(health.failure()).isEmpty();
        assertThat(health.slowest()).isLessThan(TIMEOUT_OF_THE_HEALTHCHECK);
    }

    enum Program {
        ORDER_SERVICE(Service.ORDERS),
        INVENTORY_SERVICE(Service.INVENTORY),
        SAGA_ORCHESTRATOR(Service.ORCHESTRATOR),
        PAYMENT_STUB(null);

        private final @Nullable Service service;

        Program(@Nullable Service service) {
            this.service = service;
        }

        /** Returns the paths that need no token, and one that does. */
        private List<String> openPaths() {
            return switch (this) {
                case ORDER_SERVICE -> List.of("/docs", "/openapi", "/actuator/health", "/nothing", "/orders");
                case INVENTORY_SERVICE -> List.of("/docs", "/openapi", "/actuator/health", "/nothing", "/claims");
                case SAGA_ORCHESTRATOR ->
                    List.of("/docs", "/openapi", "/actuator/health", "/nothing", "/payments/webhooks");
                case PAYMENT_STUB ->
                    List.of("/", "/docs", "/openapi.yaml", "/actuator/health/readiness", "/nothing", "/v1/payments");
            };
        }

        private String guardedPath() {
            return openPaths().getLast().equals("/payments/webhooks")
                    ? "/sagas"
                    : openPaths().getLast();
        }

        private ServiceProcess process() {
            return service == null ? SYSTEM.stub() : SYSTEM.process(service);
        }

        private HealthWatch watched() {
            return new HealthWatch(
                    service == null
                            ? SYSTEM.stub().url().resolve("/actuator/health/readiness")
                            : SYSTEM.readinessOf(service));
        }
    }

    /** Asserts that all processes are alive and ready, and confirm an order promptly. */
    private static void assertAllAreWell() {
        for (ServiceProcess service : SYSTEM.processes()) {
            assertThat(service.isAlive()).isTrue();
            assertThat(service.output()).doesNotContain("OutOfMemoryError");
            assertThat(new Http()
                            .get(service.url(), "/actuator/health/readiness")
                            .status())
                    .isEqualTo(200);
        }
        String sku = "well-" + System.nanoTime();
        SHOP.stock(sku, 1, "COUNTED");
        String order = SHOP.order(sku, "pm_ok");
        SHOP.awaitEndOf(List.of(order), Duration.ofSeconds(20));
        assertThat(SHOP.statusOf(order)).isEqualTo("CONFIRMED");
    }
}
