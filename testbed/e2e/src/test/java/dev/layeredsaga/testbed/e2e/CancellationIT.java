package dev.layeredsaga.testbed.e2e;

import static dev.layeredsaga.testbed.e2e.EventAssertions.assertPublishesEachStoryToItsEnd;
import static dev.layeredsaga.testbed.e2e.OrderAudit.assertAuditHolds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.SagaEvents;
import dev.layeredsaga.testbed.client.Shop;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The customer changes their mind, at every point of the saga. Afterwards nothing is held and nothing is paid. */
@Order(SharedSystem.LAST)
class CancellationIT {

    private static final HeldRows CLAIMS = HeldRows.ofClaims();

    @BeforeAll
    static void makeGate() {
        CLAIMS.makeGate();
    }

    private final String seat = "seat-" + UUID.randomUUID();
    private final Shop shop = new Shop(SharedSystem.addresses());

    private final TestInfo when;

    CancellationIT(TestInfo when) {
        this.when = when;
    }

    @Test
    void beforeAnythingIsReserved() {
        shop.stock(seat, 1, "EXCLUSIVE");
        List<String> orders = new ArrayList<>();
        CLAIMS.holding(seat, () -> {
            orders.add(shop.order(seat, "pm_ok"));
            shop.cancel(orders.getFirst());
        });
        assertCompensated(orders.getFirst());
    }

    @Test
    void whileTheInventoryIsReserving() {
        shop.stock(seat, 1, "EXCLUSIVE");
        List<String> orders = new ArrayList<>();
        CLAIMS.holdingItem(seat, () -> {
            orders.add(shop.order(seat, "pm_ok"));
            shop.awaitStep(orders.getFirst(), "reserve");
            cancelAndAwaitCompensation(orders.getFirst());
        });
        assertCompensated(orders.getFirst());
    }

    /** The saga cannot get beyond the confirmation, so that the cancellation is in time however slow the machine is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "pm_slow_then_ok",
                "pm_timeout_not_charged",
                "pm_charged_response_lost",
                "pm_charged_then_500",
                "pm_reset_after_charge",
                "pm_unavailable_503"
            })
    void whileThePaymentIsUnderWayOrUnknown(String paymentMethod) {
        shop.stock(seat, 1, "EXCLUSIVE");
        List<String> orders = new ArrayList<>();
        CLAIMS.holding(seat, () -> {
            orders.add(shop.order(seat, paymentMethod));
            shop.awaitStep(orders.getFirst(), "pay", "confirm");
            cancelAndAwaitCompensation(orders.getFirst());
        });
        assertCompensated(orders.getFirst());
    }

    @Test
    void betweenThePaymentAndTheConfirmation() {
        shop.stock(seat, 1, "EXCLUSIVE");
        List<String> orders = new ArrayList<>();
        CLAIMS.holding(seat, () -> {
            orders.add(shop.order(seat, "pm_ok"));
            shop.awaitStep(orders.getFirst(), "confirm");
            cancelAndAwaitCompensation(orders.getFirst());
        });
        assertCompensated(orders.getFirst());
        assertThat(SagaEvents.read().typesOf(orders.getFirst()))
                .contains("PaymentCaptured", "PaymentRefunded", "StockReleased");
    }

    @Test
    void isRefusedOnceTheOrderIsComplete() {
        shop.stock(seat, 1, "EXCLUSIVE");
        String order = shop.order(seat, "pm_ok");
        shop.awaitEndOf(List.of(order));
        assertThat(shop.tryToCancel(order).status()).isEqualTo(409);
        assertThat(shop.tryToCancel(order).body().path("code").asString()).isEqualTo("ORDER_ALREADY_ENDED");
        assertThat(shop.statusOf(order)).isEqualTo("CONFIRMED");
        assertAuditHolds(shop, seat, 1, List.of(order));
    }

    private void cancelAndAwaitCompensation(String order) {
        shop.cancel(order);
        shop.awaitSagaStatus(order, "COMPENSATING", "COMPENSATED");
    }

    private void assertCompensated(String order) {
        shop.awaitEndOf(List.of(order));
        assertThat(shop.statusOf(order)).isEqualTo("CANCELLED");
        assertAuditHolds(shop, seat, 1, List.of(order));
        Awaitility.await().untilAsserted(() -> assertPublishesEachStoryToItsEnd(SagaEvents.read(), List.of(order)));
        System.out.printf(
                "%s: %s, ledger %s, on hand %d, reserved %d, events %s%n",
                when.getDisplayName(),
                shop.statusOf(order),
                shop.accountOf(order).inWords(),
                shop.onHand(seat),
                shop.reserved(seat),
                SagaEvents.read().typesOf(order));
    }
}
