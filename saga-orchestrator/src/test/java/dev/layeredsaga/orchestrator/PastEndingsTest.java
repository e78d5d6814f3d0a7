package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.inventory.ClaimReleased;
import dev.layeredsaga.contract.order.OrderCancellationRequested;
import dev.layeredsaga.contract.order.OrderEvent;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderConfirmed;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderLine;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderRejected;
import dev.layeredsaga.contract.order.OrderSagaEvent.PaymentCaptured;
import dev.layeredsaga.contract.order.OrderSagaEvent.SagaStarted;
import dev.layeredsaga.contract.order.OrderSagaEvent.StockReserved;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.order.SagaEventsRequested;
import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.engine.state.PublishedEvent;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.orchestrator.ordersaga.OrderSagas;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Sagas that have ended and are under way again, as after the database was restored to a time before their ends. */
class PastEndingsTest {

    private static final Reason SOLD_OUT = ReasonCode.OUT_OF_STOCK.because("no seat is left");

    private static final Money PRICE = new Money(1990, "KRW");
    private static final List<OrderLine> LINES = List.of(new OrderLine("seat-1", 1, PRICE));
    private static final StockReserved RESERVED = new StockReserved(UUID.randomUUID(), Instant.EPOCH);

    @Test
    void areThoseOfSagasThatAreUnderWayAgain() {
        Instant backup = Instant.now();
        List<UUID> sagas = PlacedOrder.startedSagas(6);
        PlacedOrder completed = new PlacedOrder(sagas.get(0));
        PlacedOrder rejected = new PlacedOrder(sagas.get(1));
        PlacedOrder neither = new PlacedOrder(sagas.get(2));
        PlacedOrder compensating = new PlacedOrder(sagas.get(3));
        PlacedOrder resolved = new PlacedOrder(sagas.get(4));
        PlacedOrder stuck = new PlacedOrder(sagas.get(5));
        OrderConfirmed confirmed = new OrderConfirmed(null, null, PRICE);
        publishAfterItsBeginning(completed.id(), RESERVED, new PaymentCaptured("p-1", PRICE), confirmed);
        publishAfterItsBeginning(
                rejected.id(), RESERVED, new OrderRejected(OrderReason.of(SOLD_OUT), null, null, null));
        publishAfterItsBeginning(compensating.id(), new CompensationStarted(SOLD_OUT));
        publishAfterItsBeginning(stuck.id(), new CompensationStarted(SOLD_OUT));
        stuck.standsStuck();
        publishAfterItsBeginning(resolved.id(), new CompensationStarted(SOLD_OUT), confirmed);
        ofVersion2(rejected, neither);

        try (OrchestratorInstance restarted = restartedAfterLossSince(backup)) {
            await().until(() -> stateOfPayment(restarted, rejected.id()).equals("REFUNDED"));
        }

        handle(OrchestratorInstance.shared(), new OrderCancellationRequested(completed.id()));
        assertThat(completed.column("status")).isEqualTo("COMPLETED");
        assertThat(stateOfPayment(OrchestratorInstance.shared(), completed.id()))
                .isEqualTo("CAPTURED");
        assertThat(rejected.column("status")).isEqualTo("COMPENSATED");
        assertThat(rejected.column("reason")).contains("OUT_OF_STOCK", "no seat is left");
        assertThat(resolved.column("status")).isEqualTo("COMPLETED");
        await().until(() -> compensating.column("direction").equals("BACKWARD"));
        await().until(() -> stuck.column("direction").equals("BACKWARD"));
        assertThat(Integer.parseInt(compensating.column("sequence"))).isGreaterThan(2);
        assertThat(neither.column("status")).isEqualTo("RUNNING");
        assertThat(neither.column("reached")).isEqualTo("pay");
        assertThat(neither.column("definition_version")).isEqualTo("2");
    }

    /** The first was compensated while Kafka was away, so no event says that its payment went back. */
    @Test
    void isAskedForAtTheGatewayWhereASagaHadPaid() {
        Instant backup = Instant.now();
        PlacedOrder refunded = PlacedOrder.payingWith("pm_ok");
        PlacedOrder paid = PlacedOrder.payingWith("pm_ok");
        List.of(refunded, paid).forEach(order -> {
            order.stockIsClaimed();
            order.awaitStep("confirm");
        });
        FakeGateway.shared().refunds(refunded.id());

        try (OrchestratorInstance restarted = restartedAfterLossSince(backup)) {
            refunded.reply("confirm", ClaimConfirmed::new);
            await().until(() -> stateOfPayment(restarted, refunded.id()).equals("REFUNDED"));
        }

        refunded.awaitStep("reserve");
        refunded.reply("reserve", ClaimReleased::new);
        refunded.awaitStatus("COMPENSATED");
        paid.awaitStep("confirm");
        assertThat(stateOfPayment(OrchestratorInstance.shared(), paid.id())).isEqualTo("CAPTURED");
        paid.reply("confirm", ClaimConfirmed::new);
        paid.awaitStatus("COMPLETED");
    }

    private static void ofVersion2(PlacedOrder... orders) {
        for (PlacedOrder order : orders) {
            order.service()
                    .database()
                    .sql("UPDATE saga SET definition_version = 2 WHERE id = ?")
                    .param(order.id())
                    .update();
        }
    }

    /** As the database has lost them, with what was still owed, they are put back, and do not begin anew. */
    @Test
    void areThoseOfLostSagas() {
        Instant backup = Instant.now();
        OrderPlaced placed = PlacedOrder.event("pm_ok");
        PlacedOrder lost = new PlacedOrder(placed.orderId());
        PlacedOrder refused = new PlacedOrder(UUID.randomUUID());
        PlacedOrder compensating = new PlacedOrder(UUID.randomUUID());
        PlacedOrder ofVersion2 = new PlacedOrder(UUID.randomUUID());
        OrderPlaced again = PlacedOrder.event("pm_ok");
        SagaStarted started = new SagaStarted("order", 1, "c-1", LINES, placed.total());
        publish(
                lost.id(),
                started,
                RESERVED,
                new CompensationStarted(SOLD_OUT),
                new OrderRejected(OrderReason.of(SOLD_OUT), null, null, null));
        publish(refused.id(), started, new OrderRejected(OrderReason.of(SOLD_OUT), null, null, null));
        publish(compensating.id(), started, RESERVED, new CompensationStarted(SOLD_OUT));
        publish(
                ofVersion2.id(),
                new SagaStarted("order", 2, "c-1", LINES, placed.total()),
                RESERVED,
                new CompensationStarted(SOLD_OUT));
        publish(again.orderId(), started, RESERVED);
        List<String> before = published(lost);

        try (OrchestratorInstance restarted = restartedAfterLossSince(backup)) {
            await().until(() -> stateOfPayment(restarted, lost.id()).equals("REFUNDED"));
            handle(restarted, again);
            handle(restarted, new SagaEventsRequested(again.orderId(), 0));
        }

        assertThat(stateOfPayment(OrchestratorInstance.shared(), refused.id())).isEmpty();
        assertThat(refused.column("status")).isEqualTo("COMPENSATED");
        assertThat(lost.column("status")).isEqualTo("COMPENSATED");
        assertThat(lost.column("reason")).contains("no seat is left");
        assertThat(lost.column("definition_version")).isEqualTo("1");
        assertThat(ofVersion2.column("status")).isEqualTo("RUNNING");
        assertThat(ofVersion2.column("reason")).contains("no seat is left");
        assertThat(ofVersion2.column("definition_version")).isEqualTo("2");

        PlacedOrder begunAnew = new PlacedOrder(again.orderId());
        assertThat(begunAnew.column("sequence")).isEqualTo("3");
        assertThat(begunAnew.column("reached")).isEqualTo("pay");
        await().until(() -> published(begunAnew).size() == 6);
        compensating.awaitStep("reserve");
        compensating.reply("reserve", ClaimReleased::new);
        compensating.awaitStatus("COMPENSATED");
        assertThat(stateOfPayment(OrchestratorInstance.shared(), compensating.id()))
                .isEqualTo("REFUNDED");

        handle(OrchestratorInstance.shared(), placed, new SagaEventsRequested(lost.id(), 0));

        await().until(() -> published(lost).size() == 8);
        assertThat(published(lost).subList(4, 8)).isEqualTo(before);
        assertThat(lost.column("status")).isEqualTo("COMPENSATED");
    }

    private static OrchestratorInstance restartedAfterLossSince(Instant backup) {
        return OrchestratorInstance.start(
                "--orchestrator.reconciliation.lost-since=" + backup, "--orchestrator.settlement.interval=200ms");
    }

    /** With the ids of the messages. */
    private static List<String> published(PlacedOrder order) {
        return new PublishedRecords(Topics.SAGA_EVENTS)
                .of(order.id()).stream()
                        .map(record -> PublishedRecords.header(record, "ce_id") + " " + record.value())
                        .toList();
    }

    private static void publish(UUID saga, SagaEvent... events) {
        publishFrom(1, saga, events);
    }

    private static void publishAfterItsBeginning(UUID saga, SagaEvent... events) {
        publishFrom(2, saga, events);
    }

    /** As the service has published it. */
    private static void publishFrom(int first, UUID saga, SagaEvent... events) {
        JsonMapper json = MessageJson.mapper();
        Instant at = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        int sequence = first;
        for (SagaEvent event : events) {
            ObjectNode payload = json.createObjectNode()
                    .put("sagaId", saga.toString())
                    .put("sequence", sequence)
                    .put("occurredAt", at.toString());
            payload.setAll((ObjectNode) json.valueToTree(event));
            String type = event.getClass().getSimpleName();
            PlacedOrder.send(
                    new PublishedEvent(saga, Topics.SAGA_EVENTS, sequence, type, at, payload.toString()).message());
            sequence++;
        }
    }

    private static void handle(OrchestratorInstance service, OrderEvent... events) {
        service.bean(TransactionOperations.class)
                .executeWithoutResult(status -> service.bean(OrderSagas.class).handle(List.of(events)));
    }

    private static String stateOfPayment(OrchestratorInstance service, UUID saga) {
        return service.database()
                .sql("SELECT state FROM payment WHERE saga_id = ?")
                .param(saga)
                .query(String.class)
                .optional()
                .orElse("");
    }
}
