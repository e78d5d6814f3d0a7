package com.example.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.shipping.ShippingService.Shipments;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.testbed.junit.LayeredSaga;
import dev.layeredsaga.testbed.junit.PlacedOrder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@Tag("docs")
@SpringBootTest(properties = "spring.kafka.consumer.auto-offset-reset=earliest")
class ShippingServiceTest {

    @RegisterExtension
    static final LayeredSaga system = LayeredSaga.embedded();

    @Autowired
    Shipments shipments;

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry registry) {
        system.springProperties("shipping").forEach((name, value) -> registry.add(name, () -> value));
    }

    @Test
    void shipsWhatIsConfirmed() {
        system.item("book", 10);
        PlacedOrder order = system.placeOrder("book");

        await().until(() -> shipments.has(order.id()));
    }

    @Test
    void shipsNothingIfTheCardIsDeclined() {
        system.item("pen", 10);
        system.stub().willMeet(Scenario.DECLINED_EXPIRED_CARD);
        PlacedOrder declined = system.placeOrder("pen");
        assertThat(declined.awaitEnd()).isEqualTo("REJECTED");
        system.stub().willMeetNoFault();
        PlacedOrder paid = system.placeOrder("pen");

        await().until(() -> shipments.has(paid.id()));
        assertThat(shipments.has(declined.id())).isFalse();
    }
}
