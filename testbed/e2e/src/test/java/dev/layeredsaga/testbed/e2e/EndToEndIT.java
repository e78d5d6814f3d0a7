package dev.layeredsaga.testbed.e2e;

import static dev.layeredsaga.testbed.e2e.EventAssertions.assertPublishesEachStoryToItsEnd;
import static dev.layeredsaga.testbed.e2e.OrderAudit.assertAuditHolds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.SagaEvents;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.demo.Demo;
import dev.layeredsaga.testbed.demo.DemoResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** The whole system through HTTP and Kafka, with two instances of every service. */
@Order(SharedSystem.LAST)
class EndToEndIT {

    private static final HeldRows SAGAS = HeldRows.ofSagas();

    @BeforeAll
    static void makeGate() {
        SAGAS.makeGate();
    }

    @Test
    void endsEveryDemonstrationOrderAsItShould() {
        DemoResult result = new Demo(SharedSystem.addresses()).run();

        assertThat(result.isAsExpected()).as(result.inWords()).isTrue();
    }

    @Test
    void sellsAHotItemThroughTwoInstancesOfEverythingWithoutSellingItTwice() {
        Shop shop = new Shop(SharedSystem.addresses());
        shop.stock("hot", 40, "COUNTED");

        List<String> orders = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            orders.add(shop.order(SharedSystem.orderServices().get(i % 2), "hot", "pm_ok", "REJECT"));
        }
        shop.awaitEndOf(orders);

        assertAuditHolds(shop, "hot", 40, orders);
        assertThat(orders.stream().filter(id -> shop.statusOf(id).equals("CONFIRMED")))
                .as("confirmed")
                .hasSizeBetween(1, 40);
        Awaitility.await().untilAsserted(() -> assertPublishesEachStoryToItsEnd(SagaEvents.read(), orders));
    }

    @Test
    void givesASeatToTheOthersInTurnWhenTheyAgreeToTryAgain() {
        Shop shop = new Shop(SharedSystem.addresses());
        shop.stock("counter", 3, "EXCLUSIVE");

        List<String> orders = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            orders.add(shop.order(SharedSystem.orderServices().get(i % 2), "counter", "pm_ok", "RETRY"));
        }
        shop.awaitEndOf(orders);

        assertThat(orders).allSatisfy(id -> assertThat(shop.statusOf(id)).isEqualTo("CONFIRMED"));
        assertAuditHolds(shop, "counter", 3, orders);
    }

    @Test
    void leavesNothingBehindWhenTheCardIsDeclined() {
        Shop shop = new Shop(SharedSystem.addresses());
        shop.stock("tried", 1, "EXCLUSIVE");

        String order = shop.order("tried", "pm_declined_fraud");
        shop.awaitEndOf(List.of(order));

        assertThat(shop.orderOf(order).path("reason").path("code").asString("")).isEqualTo("PAYMENT_DECLINED");
        assertAuditHolds(shop, "tried", 1, List.of(order));
        assertThat(SagaEvents.read().typesOf(order))
                .containsExactly(
                        "SagaStarted", "StockReserved", "CompensationStarted", "StockReleased", "OrderRejected");
    }

    @Test
    void servesThoseInLineInTheOrderOfTheirComing() {
        Shop shop = new Shop(SharedSystem.addresses());
        shop.stock("window", 5, "EXCLUSIVE");
        JsonNode held = shop.hold(Duration.ofMinutes(5), "window").body();

        List<String> orders = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            orders.add(shop.order(SharedSystem.orderServices().get(i % 2), "window", "pm_ok", "WAIT"));
            shop.awaitInLine("window", i);
        }
        assertThat(shop.confirm(held).status()).isEqualTo(200);
        shop.awaitEndOf(orders);

        List<String> owners = shop.ownersOf("window");
        assertThat(owners.subList(1, owners.size())).containsExactlyElementsOf(orders);
        assertAuditHolds(shop, "window", 4, orders);
        assertThat(orders).allSatisfy(id -> assertThat(shop.statusOf(id)).isEqualTo("CONFIRMED"));
    }

    @Test
    void letsACustomerLeaveTheLine() {
        Shop shop = new Shop(SharedSystem.addresses());
        shop.stock("desk", 1, "EXCLUSIVE");
        JsonNode held = shop.hold(Duration.ofMinutes(5), "desk").body();
        String order = shop.order(SharedSystem.orderServices().getFirst(), "desk", "pm_ok", "WAIT");
        shop.awaitInLine("desk", 1);

        shop.cancel(order);
        shop.awaitEndOf(List.of(order));

        shop.awaitInLine("desk", 0);
        assertThat(shop.statusOf(order)).isEqualTo("CANCELLED");
        assertThat(shop.confirm(held).status()).isEqualTo(200);
    }

    @Test
    void turnsHeldSeatsIntoOneOrder() {
        Shop shop = new Shop(SharedSystem.addresses());
        shop.stock("seat-1", 1, "EXCLUSIVE");
        shop.stock("seat-2", 1, "EXCLUSIVE");
        JsonNode held = shop.hold(Duration.ofMinutes(5), "seat-1", "seat-2").body();

        String others = shop.order(SharedSystem.orderServices().getFirst(), "seat-2", "pm_ok", "REJECT");
        shop.awaitEndOf(List.of(others));
        String order = shop.order(held, "seat-1", "seat-2");
        shop.awaitEndOf(List.of(order));
        String again = shop.order(held, "seat-1", "seat-2");
        shop.awaitEndOf(List.of(again));

        assertThat(shop.reasonOf(others)).isEqualTo("RESOURCE_BUSY");
        assertThat(shop.statusOf(order)).isEqualTo("CONFIRMED");
        assertThat(shop.reasonOf(again)).isEqualTo("CLAIM_LOST");
        assertThat(shop.confirm(held).body().path("code").asString()).isEqualTo("CLAIM_LOST");
        assertThat(shop.onHand("seat-1") + shop.onHand("seat-2")).isZero();
    }

    @Test
    void rejectsAnOrderOfWhatIsHeldNoLonger() {
        Shop shop = new Shop(SharedSystem.addresses());
        shop.stock("seat-3", 1, "EXCLUSIVE");
        JsonNode held = shop.hold(Duration.ofSeconds(1), "seat-3").body();
        Awaitility.await().until(() -> shop.stateOf(held), "EXPIRED"::equals);

        String order = shop.order(held, "seat-3");
        shop.awaitEndOf(List.of(order));

        assertThat(shop.reasonOf(order)).isEqualTo("CLAIM_EXPIRED");
        assertAuditHolds(shop, "seat-3", 1, List.of(order));
    }

    @Test
    void claimsAgainWhenItsClaimRunsOutDuringThePayment() {
        Shop shop = new Shop(SharedSystem.addresses());
        shop.stock("again", 1, "EXCLUSIVE");
        List<String> orders = new ArrayList<>();
        SAGAS.holding("again", () -> {
            orders.add(shop.order("again", "pm_slow_then_ok"));
            letClaimExpireDuringThePayment(shop, orders.getFirst());
        });
        String order = orders.getFirst();
        shop.awaitEndOf(List.of(order));

        assertThat(shop.statusOf(order)).isEqualTo("CONFIRMED");
        assertAuditHolds(shop, "again", 1, List.of(order));
        assertThat(SagaEvents.read().typesOf(order))
                .containsExactly("SagaStarted", "StockReserved", "PaymentCaptured", "StockReserved", "OrderConfirmed");
    }

    @Test
    void givesTheMoneyBackWhenSomeoneElseHasTakenTheSeatDuringThePayment() {
        Shop shop = new Shop(SharedSystem.addresses());
        shop.stock("taken", 1, "EXCLUSIVE");
        List<String> orders = new ArrayList<>();
        List<JsonNode> others = new ArrayList<>();
        SAGAS.holding("taken", () -> {
            orders.add(shop.order(SharedSystem.orderServices().getFirst(), "taken", "pm_slow_then_ok", "REJECT"));
            letClaimExpireDuringThePayment(shop, orders.getFirst());
            others.add(holdOnceItIsFree(shop, "taken"));
        });
        String order = orders.getFirst();
        shop.awaitEndOf(List.of(order));

        assertThat(shop.reasonOf(order)).isEqualTo("RESOURCE_BUSY");
        assertThat(SagaEvents.read().typesOf(order)).contains("PaymentCaptured", "PaymentRefunded");
        assertThat(shop.confirm(others.getFirst()).status()).isEqualTo(200);
        assertAuditHolds(shop, "taken", 0, List.of(order));
    }

    private static void letClaimExpireDuringThePayment(Shop shop, String order) {
        shop.awaitStep(order, "pay");
        JdbcClient inventory = JdbcClient.create(HeldRows.ofClaims().database());
        inventory
                .sql("UPDATE claim SET expires_at = clock_timestamp(), version = version + 1 WHERE owner = ?")
                .param(order)
                .update();
        inventory
                .sql("UPDATE item SET lock_expires_at = clock_timestamp(), version = version + 1 WHERE lock_owner = ?")
                .param(order)
                .update();
    }

    /** The inventory may be busy with the claim that has run out. */
    private static JsonNode holdOnceItIsFree(Shop shop, String sku) {
        return Awaitility.await()
                .until(() -> shop.hold(Duration.ofMinutes(5), sku), reply -> reply.status() < 300)
                .body();
    }
}
