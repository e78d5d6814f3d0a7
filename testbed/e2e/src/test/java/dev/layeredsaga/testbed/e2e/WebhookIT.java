package dev.layeredsaga.testbed.e2e;

import static dev.layeredsaga.testbed.e2e.EventAssertions.assertPublishesEachStoryToItsEnd;
import static dev.layeredsaga.testbed.e2e.OrderAudit.assertAuditHolds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.paymentstub.webhook.Delivery;
import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.client.SagaEvents;
import dev.layeredsaga.testbed.client.Shop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The gateway notifies of payments on its own, in every unpleasant way, and nothing comes of it but the right ledger. */
@Order(SharedSystem.LAST)
@Execution(ExecutionMode.SAME_THREAD)
class WebhookIT {

    private static final HeldRows CLAIMS = HeldRows.ofClaims();

    @BeforeAll
    static void makeGate() {
        CLAIMS.makeGate();
    }

    private final Http http = Http.ofGateway();
    private final Shop shop = new Shop(SharedSystem.addresses());

    @AfterEach
    void notifyNoAddressAnyMore() {
        http.delete(SharedSystem.addresses().paymentStub(), "/webhooks");
    }

    @ParameterizedTest
    @EnumSource(
            value = Delivery.class,
            names = {"DUPLICATED", "BEFORE_RESPONSE", "OUT_OF_ORDER"})
    void confirmsWhatIsPaidAndRefundsWhatIsCancelledHoweverTheNewsComes(Delivery delivery) {
        sendWebhooks(delivery);
        String paid = delivery + "-paid";
        String cancelled = delivery + "-cancelled";
        shop.stock(paid, 1, "EXCLUSIVE");
        shop.stock(cancelled, 1, "EXCLUSIVE");

        String paidOrder = shop.order(paid, "pm_charged_response_lost");
        List<String> orders = new ArrayList<>();
        CLAIMS.holding(cancelled, () -> {
            orders.add(shop.order(cancelled, "pm_slow_then_ok"));
            shop.awaitStep(orders.getFirst(), "pay", "confirm");
            shop.cancel(orders.getFirst());
            shop.awaitSagaStatus(orders.getFirst(), "COMPENSATING", "COMPENSATED");
        });
        String cancelledOrder = orders.getFirst();
        shop.awaitEndOf(List.of(paidOrder, cancelledOrder));
        awaitWebhooks();

        assertThat(shop.statusOf(paidOrder)).isEqualTo("CONFIRMED");
        assertThat(shop.statusOf(cancelledOrder)).isEqualTo("CANCELLED");
        assertAuditHolds(shop, paid, 1, List.of(paidOrder));
        assertAuditHolds(shop, cancelled, 1, List.of(cancelledOrder));
        assertThat(shop.accountOf(cancelledOrder).inWords()).containsOnlyOnce("refunded");
        Awaitility.await()
                .untilAsserted(
                        () -> assertPublishesEachStoryToItsEnd(SagaEvents.read(), List.of(paidOrder, cancelledOrder)));
        System.out.printf(
                "%s: paid %s %s, cancelled %s %s, webhooks %s%n",
                delivery,
                shop.accountOf(paidOrder).inWords(),
                SagaEvents.read().typesOf(paidOrder),
                shop.accountOf(cancelledOrder).inWords(),
                SagaEvents.read().typesOf(cancelledOrder),
                webhooks().path("events"));
    }

    private void sendWebhooks(Delivery delivery) {
        Map<String, Object> body = new HashMap<>(Map.of(
                "url",
                SharedSystem.addresses().orchestrator() + "/payments/webhooks",
                "secret",
                SharedSystem.WEBHOOK_SECRET,
                "delivery",
                delivery.name()));
        if (delivery == Delivery.OUT_OF_ORDER) {
            // the first event waits for the second this long, which the paid order does not have; 10 s by default
            body.put("delayMillis", 4000);
        }
        assertThat(http.put(SharedSystem.addresses().paymentStub(), "/webhooks", body)
                        .status())
                .isEqualTo(200);
    }

    /** Every one of them has arrived, or was lost on purpose. */
    private void awaitWebhooks() {
        Awaitility.await().untilAsserted(() -> {
            JsonNode webhooks = webhooks();
            assertThat(webhooks.path("pending").asInt(-1)).isZero();
            assertArrived(webhooks.path("events").path("payment.captured"), 2);
            assertArrived(webhooks.path("events").path("payment.refunded"), 1);
        });
    }

    private static void assertArrived(JsonNode deliveries, int events) {
        int acknowledged = deliveries.path("acknowledged").asInt();
        assertThat(acknowledged + deliveries.path("lost").asInt()).isGreaterThanOrEqualTo(events);
        assertThat(deliveries.path("sent").asInt()).as("none is refused").isEqualTo(acknowledged);
    }

    private JsonNode webhooks() {
        return http.get(SharedSystem.addresses().paymentStub(), "/webhooks")
                .body()
                .path("webhooks")
                .path(0);
    }
}
