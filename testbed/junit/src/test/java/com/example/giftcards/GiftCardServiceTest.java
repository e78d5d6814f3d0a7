package com.example.giftcards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.order.OrderSagaEvent.PaymentCaptured;
import dev.layeredsaga.testbed.junit.LayeredSaga;
import dev.layeredsaga.testbed.junit.PlacedOrder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@Tag("docs")
@SpringBootTest(properties = "spring.kafka.consumer.auto-offset-reset=earliest")
class GiftCardServiceTest {

    @RegisterExtension
    static final LayeredSaga system = LayeredSaga.embedded().with("orchestrator.payment.participant", "kafka");

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry registry) {
        system.springProperties("gift_cards").forEach((name, value) -> registry.add(name, () -> value));
    }

    @Test
    void paysByGiftCard() {
        system.item("lamp", 1);
        PlacedOrder order = system.placeOrder("lamp");

        assertThat(order.awaitEnd()).isEqualTo("CONFIRMED");
        assertThat(order.awaitEvent(PaymentCaptured.class).paymentId()).isEqualTo(order.id());
    }
}
