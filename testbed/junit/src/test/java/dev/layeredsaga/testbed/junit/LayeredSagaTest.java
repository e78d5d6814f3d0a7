package dev.layeredsaga.testbed.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimExpired;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderCancelled;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderConfirmed;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.testbed.client.Shop;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("outage")
class LayeredSagaTest {

    @RegisterExtension
    static final LayeredSaga system = LayeredSaga.embedded();

    @Test
    void returnsAnOrdersEventsInTheirOrder() {
        system.item("cup", 3);
        PlacedOrder order = system.placeOrder("cup");

        assertThat(order.awaitEnd()).isEqualTo("CONFIRMED");
        assertThat(order.events())
                .extracting(PublishedEvent::type)
                .containsExactly("SagaStarted", "StockReserved", "PaymentCaptured", "OrderConfirmed");
        assertThat(order.awaitEvent(OrderConfirmed.class).lines())
                .singleElement()
                .extracting("sku")
                .isEqualTo("cup");
        system.stub().assertThatOrder(order.id()).isChargedExactlyOnce(Shop.PRICE, "KRW");
    }

    @Test
    void returnsWhatTheInventoryPublishes() {
        system.item("seat", 1, "EXCLUSIVE");
        system.system().shop().hold(Duration.ofSeconds(1), "seat");

        Awaitility.await()
                .until(() -> system.events(Topics.INVENTORY_EVENTS).stream()
                        .filter(event -> event.type().equals("ClaimExpired"))
                        .anyMatch(event -> event.as(ClaimExpired.class).skus().contains("seat")));
    }

    @Test
    void saysWhereAnOrderIsThatDoesNotEnd() {
        system.item("vase", 1);
        system.stub().willMeet(Scenario.OUTAGE);
        PlacedOrder order = new PlacedOrder(
                system.waitingUpTo(Duration.ofSeconds(3)),
                system.placeOrder("vase").id());

        assertThatThrownBy(order::awaitEnd)
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("order " + order.id() + " has not ended after PT3S")
                .hasMessageContaining("\"status\":\"PENDING\"")
                .hasMessageContaining("\"step\":\"pay\"")
                .hasMessageContaining("events: [SagaStarted, StockReserved]");
    }

    @Test
    void cancelsAnOrder() {
        system.item("desk", 1, "EXCLUSIVE");
        system.system().shop().hold(Duration.ofMinutes(5), "desk");
        PlacedOrder order = system.placeOrder(Map.of("onBusy", "WAIT"), "desk");

        order.cancel();

        assertThat(order.awaitEvent(OrderCancelled.class).reason()).isNotNull();
        assertThat(order.status()).isNotEqualTo("CONFIRMED");
    }

    @Test
    void takesFurtherFieldsOfAnOrder() {
        system.item("bowl", 1);

        assertThat(system.placeOrder(Map.of("paymentMethod", "pm_declined_fraud"), "bowl")
                        .awaitEnd())
                .isEqualTo("REJECTED");
    }

    @Test
    void isOneForAllWhoAskForTheSame() {
        assertThat(LayeredSaga.embedded().bootstrapServers()).isEqualTo(system.bootstrapServers());
    }

    @Test
    void saysWhyItHasNotStartedToEverybody() {
        LayeredSaga broken = LayeredSaga.embedded().with("inventory.locking.lease-time", "soon");

        Throwable first = catchThrowable(broken::bootstrapServers);

        assertThat(first)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("'soon'", "up: [", "PostgreSQL", "payment-stub", "the log's last warnings")
                .message()
                .containsPattern("not up: \\[inventory-service[^\n]*]\n")
                .contains("inventory-service cannot start");
        assertThat(catchThrowable(broken::orderApi)).hasMessage(first.getMessage());
    }
}
