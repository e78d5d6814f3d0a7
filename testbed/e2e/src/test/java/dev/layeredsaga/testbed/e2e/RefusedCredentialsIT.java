package dev.layeredsaga.testbed.e2e;

import static dev.layeredsaga.testbed.e2e.OrderAudit.assertAuditHolds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.system.HostedSystem;
import dev.layeredsaga.testbed.system.Service;
import dev.layeredsaga.testbed.system.ServicePorts;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The gateway does not know the orchestrator, and so can neither be charged nor asked. */
@Tag("outage")
class RefusedCredentialsIT {

    private static final HostedSystem SYSTEM = new HostedSystem(SharedInfrastructure.get());

    private final Shop shop = new Shop(SYSTEM.addresses());

    private static final Map<String, String> IMPATIENT = Map.of(
            "spring.main.banner-mode", "off",
            "orchestrator.order-saga.deadline", "4s",
            "orchestrator.order-saga.claim-ttl", "20s");

    @BeforeAll
    static void start() {
        Map<String, String> settings = new HashMap<>(IMPATIENT);
        settings.put("orchestrator.payment-gateway.api-key", "a-key-of-yesterday");
        SYSTEM.start(ServicePorts.FREE, settings);
    }

    @AfterAll
    static void stop() {
        SYSTEM.close();
    }

    /** The order has been given up at its deadline, but whether nothing was charged is for the gateway to say. */
    @Test
    void isNoDeclineAndEndsAsSoonAsTheKeyIsRight() {
        shop.stock("unpayable", 1, "EXCLUSIVE");

        String order = shop.order("unpayable", "pm_ok");
        shop.awaitSagaStatus(order, "COMPENSATING");
        assertThat(shop.statusOf(order)).isEqualTo("PENDING");
        SYSTEM.stop(Service.ORCHESTRATOR);
        SYSTEM.addInstance(Service.ORCHESTRATOR, IMPATIENT);
        shop.awaitEndOf(List.of(order), Duration.ofSeconds(60));

        assertThat(shop.statusOf(order)).isEqualTo("REJECTED");
        assertThat(shop.reasonOf(order)).isEqualTo("PAYMENT_UNAVAILABLE");
        assertAuditHolds(shop, "unpayable", 1, List.of(order));
        assertThat(shop.accountOf(order).inWords()).isEqualTo("nothing");
    }
}
