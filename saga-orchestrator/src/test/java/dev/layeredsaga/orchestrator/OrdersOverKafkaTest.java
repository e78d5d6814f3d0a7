package dev.layeredsaga.orchestrator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.inventory.ClaimReleased;
import dev.layeredsaga.contract.order.OrderEvent;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.order.SagaEventsRequested;
import dev.layeredsaga.engine.SagaEngine;
import dev.layeredsaga.engine.state.SagaTable;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.testbed.contract.EnteredTypes;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** The whole service: messages in, gateway over HTTP, messages out. */
class OrdersOverKafkaTest {

    @Test
    void confirmsAnOrderThatIsPaid() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok");
        order.stockIsClaimed();
        order.awaitStep("confirm");
        order.reply("confirm", ClaimConfirmed::new);
        order.awaitStatus("COMPLETED");

        expectEvents(order.id(), "SagaStarted", "StockReserved", "PaymentCaptured", "OrderConfirmed");
    }

    /** From the poll to the commit, so that this walk does not grow unnoticed: it passed 98 when it was counted first. */
    @Test
    void passesNoMoreTypesWithAReplyThanBefore() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok");
        order.stockIsClaimed();
        order.awaitStep("confirm");
        Set<String> entered = EnteredTypes.during(() -> {
            order.reply("confirm", ClaimConfirmed::new);
            order.awaitStatus("COMPLETED");
        });
        assertThat(entered).contains(SagaEngine.class.getName(), SagaTable.class.getName());
        assertThat(entered).hasSizeLessThanOrEqualTo(101);
    }

    @Test
    void rejectsAnOrderWhosePaymentIsDeclined() {
        PlacedOrder order = PlacedOrder.payingWith("pm_declined");
        order.stockIsClaimed();
        await().until(() -> statusOf(order).equals("COMPENSATING"));
        order.reply("reserve", ClaimReleased::new);
        order.awaitStatus("COMPENSATED");

        expectEvents(
                order.id(), "SagaStarted", "StockReserved", "CompensationStarted", "StockReleased", "OrderRejected");
    }

    /** Its saga was lost while the payment was under way, and its claim has been released since. */
    @Test
    void givesBackWhatAnEarlierSagaOfAnOrderHasTaken() {
        PlacedOrder order = PlacedOrder.publishedAgain();
        order.reply("reserve", PlacedOrder::claimLost);
        order.awaitStatus("COMPENSATING");
        order.awaitStep("reserve");
        order.reply("reserve", ClaimReleased::new);
        order.awaitStatus("COMPENSATED");

        expectEvents(order.id(), "SagaStarted", "CompensationStarted", "PaymentRefunded", "OrderRejected");
    }

    /** Its saga was lost after it had given the money back, and the gateway answers a repeated charge as it did the first. */
    @Test
    void doesNotConfirmWhatAnEarlierSagaOfAnOrderHasRefunded() {
        PlacedOrder order = PlacedOrder.publishedAgain();
        FakeGateway.shared().refunds(order.id());
        order.stockIsClaimed();
        order.awaitStatus("COMPENSATING");
        order.awaitStep("reserve");
        order.reply("reserve", ClaimReleased::new);
        order.awaitStatus("COMPENSATED");

        expectEvents(
                order.id(),
                "SagaStarted",
                "StockReserved",
                "CompensationStarted",
                "PaymentRefunded",
                "StockReleased",
                "OrderRejected");
    }

    @Test
    void asksNoGatewayAboutThePaymentOfANewOrderThatIsRefused() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok");
        order.reply("reserve", PlacedOrder::claimLost);
        order.awaitStatus("COMPENSATED");

        expectEvents(order.id(), "SagaStarted", "OrderRejected");
    }

    @Test
    void refundsAnOrderThatIsCancelledAfterItsPayment() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok");
        order.stockIsClaimed();
        order.awaitStep("confirm");
        order.cancel();
        order.awaitStep("reserve");
        order.reply("reserve", ClaimReleased::new);
        order.awaitStatus("COMPENSATED");

        expectEvents(
                order.id(),
                "SagaStarted",
                "StockReserved",
                "PaymentCaptured",
                "CompensationStarted",
                "PaymentRefunded",
                "StockReleased",
                "OrderCancelled");
    }

    @Test
    void sendsACommandAgainThatTheInventoryDoesNotAnswer() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok");
        database("UPDATE saga SET due_at = now(), wake_at = now() WHERE id = ?", order.id());

        await().untilAsserted(() -> assertThat(new PublishedRecords(Topics.INVENTORY_COMMANDS).of(order.id()))
                .hasSize(2)
                .allSatisfy(command ->
                        assertThat(PublishedRecords.header(command, "ce_type")).isEqualTo("ClaimStock")));
    }

    /** Until an instance that has the saga's version takes it; here, until the version is this release's. */
    @Test
    void holdsAReplyToASagaOfAnotherReleaseAndGoesOnWithTheOthers() {
        PlacedOrder other = PlacedOrder.payingWith("pm_ok");
        PlacedOrder own = PlacedOrder.payingWith("pm_ok");
        database("UPDATE saga SET definition_version = 99 WHERE id = ?", other.id());

        other.stockIsClaimed();
        own.stockIsClaimed();

        own.awaitStep("confirm");
        await().until(() -> held(other.id()) == 1);
        assertThat(new PublishedRecords(Topics.SAGA_REPLIES + ".dlt").of(other.id()))
                .isEmpty();
        database("UPDATE saga SET definition_version = 1 WHERE id = ?", other.id());
        other.awaitStep("confirm");
    }

    /** Once no release awaits it, it is a dead letter. */
    @Test
    void holdsAReplyOfATypeThatOnlyAnotherReleaseKnows() {
        PlacedOrder other = PlacedOrder.payingWith("pm_ok");
        database("UPDATE saga SET definition_version = 99 WHERE id = ?", other.id());

        PlacedOrder.send(new OutgoingMessage(
                Topics.SAGA_REPLIES,
                other.id().toString(),
                "OrderAssessed",
                new ClaimConfirmed(PlacedOrder.attempt(other.id(), "reserve", 1)),
                Map.of()));

        await().until(() -> held(other.id()) == 1);
        assertThat(new PublishedRecords(Topics.SAGA_REPLIES + ".dlt").of(other.id()))
                .isEmpty();
        database("UPDATE saga SET definition_version = 1 WHERE id = ?", other.id());
        expectDeadLetter(other.id(), "unknown type of a reply to reserve");
    }

    /** The order-service sends both until it knows the order's end. */
    @Test
    void publishesTheEventsOfASagaOfAnotherReleaseAgainAndBeginsItOnce() {
        OrderPlaced placed = PlacedOrder.event("pm_ok");
        PlacedOrder other = new PlacedOrder(placed.orderId());
        send(placed);
        other.awaitStep("reserve");
        database("UPDATE saga SET definition_version = 99 WHERE id = ?", other.id());

        send(placed.repeated(Instant.now()));
        send(new SagaEventsRequested(other.id(), 0));

        await().until(() ->
                new PublishedRecords(Topics.SAGA_EVENTS).of(other.id()).size() == 2);
        assertThat(new PublishedRecords(Topics.SAGA_EVENTS).of(other.id()))
                .extracting(event -> PublishedRecords.header(event, "ce_id"))
                .containsOnly(PublishedRecords.header(
                        new PublishedRecords(Topics.SAGA_EVENTS).of(other.id()).getFirst(), "ce_id"));
        assertThat(other.column("definition_version")).isEqualTo("99");
        assertThat(other.column("reached")).isEmpty();
        database("DELETE FROM saga WHERE id = ?", other.id());
    }

    private static void send(OrderEvent event) {
        PlacedOrder.send(PlacedOrder.record(Topics.ORDERS_EVENTS, event.orderId(), event));
    }

    private static int held(UUID saga) {
        return OrchestratorInstance.shared()
                .database()
                .sql("SELECT count(*) FROM held_message WHERE message_key = ?")
                .param(saga.toString().getBytes(UTF_8))
                .query(Integer.class)
                .single();
    }

    @Test
    void putsAReplyThatCannotBeReadIntoTheDeadLetters() {
        UUID key = UUID.randomUUID();

        PlacedOrder.send(new ProducerRecord<>(Topics.SAGA_REPLIES, key.toString(), "?".getBytes(UTF_8)));

        expectDeadLetter(key, "not a CloudEvent");
    }

    private static void expectDeadLetter(UUID key, String reason) {
        await().untilAsserted(() -> assertThat(new PublishedRecords(Topics.SAGA_REPLIES + ".dlt").of(key))
                .singleElement()
                .satisfies(letter -> assertThat(PublishedRecords.header(letter, "dead_letter_reason"))
                        .contains(reason)));
    }

    private static void expectEvents(UUID id, String... types) {
        await().untilAsserted(() -> {
            List<ConsumerRecord<String, String>> events = new PublishedRecords(Topics.SAGA_EVENTS).of(id);
            assertThat(events)
                    .extracting(event -> PublishedRecords.header(event, "ce_type"))
                    .containsExactly(types);
            for (int i = 0; i < events.size(); i++) {
                assertThat(PublishedRecords.header(events.get(i), "ce_sequence"))
                        .isEqualTo(String.valueOf(i + 1));
            }
        });
    }

    private static String statusOf(PlacedOrder order) {
        return OrchestratorInstance.shared()
                .api()
                .get("/sagas/" + order.id())
                .body()
                .path("status")
                .asString();
    }

    private static void database(String sql, UUID id) {
        OrchestratorInstance.shared().database().sql(sql).param(id).update();
    }
}
