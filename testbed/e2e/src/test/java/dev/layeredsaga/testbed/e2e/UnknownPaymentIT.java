package dev.layeredsaga.testbed.e2e;

import static dev.layeredsaga.testbed.e2e.EventAssertions.assertPublishesEachStoryToItsEnd;
import static dev.layeredsaga.testbed.e2e.OrderAudit.assertAuditHolds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.SagaEvents;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.system.HostedSystem;
import dev.layeredsaga.testbed.system.ServicePorts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests of payments whose outcome stays unknown beyond every timeout. */
class UnknownPaymentIT {

    private static final Map<String, String> IMPATIENT = Map.of(
            "spring.main.banner-mode", "off",
            "orchestrator.order-saga.deadline", "8s",
            "orchestrator.order-saga.claim-ttl", "30s",
            "saga.compensation-timeout", "3s");

    private static final HostedSystem SYSTEM = new HostedSystem(SharedInfrastructure.get());

    @BeforeAll
    static void start() {
        SYSTEM.start(ServicePorts.FREE, IMPATIENT);
    }

    @AfterEach
    void mend() {
        new Shop(SYSTEM.addresses()).mendGateway();
    }

    @AfterAll
    static void stop() {
        SYSTEM.close();
    }

    @Test
    void isParkedForAnOperatorWithItsClaimAliveAndEndsOnceTheGatewayCanBeAsked() {
        Shop shop = new Shop(SYSTEM.addresses());
        shop.stock("doubtful", 1, "EXCLUSIVE");
        shop.breakGateway("outage");
        String order = shop.order("doubtful", "pm_ok");
        shop.awaitSagaStatus(order, "STUCK");

        JsonNode saga = shop.sagaOf(order);
        assertThat(saga.path("step").asString()).isEqualTo("pay");
        assertThat(saga.path("direction").asString()).isEqualTo("BACKWARD");
        assertThat(saga.path("waitsFor").asString()).isNotEmpty();
        assertThat(saga.path("nextAttemptAt").asString())
                .as("it goes on trying")
                .isNotEmpty();
        assertThat(shop.statusOf(order)).isEqualTo("PENDING");
        JsonNode claim = shop.claimOf(order);
        assertThat(claim.path("state").asString()).isEqualTo("HELD");
        assertThat(Instant.parse(claim.path("expiresAt").asString()))
                .as("extended while it is unknown")
                .isAfter(Instant.parse(claim.path("createdAt").asString()).plusSeconds(31));

        shop.mendGateway();
        shop.awaitEndOf(List.of(order));

        assertThat(shop.reasonOf(order)).isEqualTo("PAYMENT_UNAVAILABLE");
        assertAuditHolds(shop, "doubtful", 1, List.of(order));
        Awaitility.await().untilAsserted(() -> assertPublishesEachStoryToItsEnd(SagaEvents.read(), List.of(order)));
        assertThat(SagaEvents.read().typesOf(order)).contains("SagaStuck");
    }
}
