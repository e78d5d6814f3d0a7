package dev.layeredsaga.testbed.e2e;

import static dev.layeredsaga.testbed.e2e.EventAssertions.assertTellsEachStoryToItsEnd;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.paymentstub.PaymentStubServer;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.system.Addresses;
import dev.layeredsaga.testbed.system.Service;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every service as its own process, and each of them killed without warning while it has orders in hand (invariant 10). */
class KilledServicesIT {

    private final Infrastructure infrastructure = SharedInfrastructure.get();
    private final PaymentStubServer stub = PaymentStubServer.start(0);
    private final Map<Service, ServiceProcess> processes = new EnumMap<>(Service.class);

    @BeforeEach
    void startEachAlone() throws IOException {
        for (Service service : Service.values()) {
            Map<String, String> environment =
                    ServiceProcess.environmentFor(infrastructure, service.database() + "_killed", stub.url());
            processes.put(service, ServiceProcess.start(service, freePort(), environment));
        }
        processes.values().forEach(ServiceProcess::awaitReady);
    }

    @AfterEach
    void stop() {
        processes.values().forEach(ServiceProcess::close);
        stub.close();
    }

    @Test
    void losesNoAcceptedOrderWhicheverServiceIsKilled() {
        Shop shop = new Shop(addresses());
        shop.stock("killed", 100, "COUNTED");
        List<String> orders = new ArrayList<>();

        for (Service victim : Service.values()) {
            for (int i = 0; i < 15; i++) {
                orders.add(shop.order("killed", i % 5 == 0 ? "pm_slow_then_ok" : "pm_ok"));
            }
            shop.awaitSomeSagaIn("pay");
            process(victim).kill();
            process(victim).startAgain();
            process(victim).awaitReady();
        }

        shop.awaitEndOf(orders, Duration.ofMinutes(2));
        assertThat(orders).allSatisfy(id -> assertThat(shop.statusOf(id)).isEqualTo("CONFIRMED"));
        shop.assertBooksBalance("killed", 100, orders);
        Awaitility.await().untilAsserted(() -> assertTellsEachStoryToItsEnd(SagaEvents.read(), orders));
    }

    private ServiceProcess process(Service service) {
        return Objects.requireNonNull(processes.get(service));
    }

    private Addresses addresses() {
        return new Addresses(
                process(Service.ORDERS).url(),
                process(Service.ORCHESTRATOR).url(),
                process(Service.INVENTORY).url(),
                stub.url());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
