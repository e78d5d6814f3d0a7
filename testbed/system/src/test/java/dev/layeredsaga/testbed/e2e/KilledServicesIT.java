package dev.layeredsaga.testbed.e2e;

import static dev.layeredsaga.testbed.e2e.Books.assertBooksBalance;
import static dev.layeredsaga.testbed.e2e.EventAssertions.assertTellsEachStoryToItsEnd;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.SagaEvents;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.system.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every service as its own process, and each of them killed without warning while it has orders in hand (invariant 10). */
class KilledServicesIT {

    private final SeparateSystem system =
            new SeparateSystem(SharedInfrastructure.get(), "_killed", Map.of()).startEach();

    @AfterEach
    void stop() {
        system.close();
    }

    @Test
    void losesNoAcceptedOrderWhicheverServiceIsKilled() {
        Shop shop = new Shop(system.addresses());
        shop.stock("killed", 100, "COUNTED");
        List<String> orders = new ArrayList<>();

        for (Service victim : Service.values()) {
            ServiceProcess process = system.instancesOf(victim).getFirst();
            for (int i = 0; i < 15; i++) {
                orders.add(shop.order("killed", i % 5 == 0 ? "pm_slow_then_ok" : "pm_ok"));
            }
            shop.awaitSomeSagaIn("pay");
            process.kill();
            process.startAgain();
            process.awaitReady();
        }

        shop.awaitEndOf(orders, Duration.ofMinutes(2));
        assertThat(orders).allSatisfy(id -> assertThat(shop.statusOf(id)).isEqualTo("CONFIRMED"));
        assertBooksBalance(shop, "killed", 100, orders);
        Awaitility.await().untilAsserted(() -> assertTellsEachStoryToItsEnd(SagaEvents.read(), orders));
    }
}
