package dev.layeredsaga.order;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.saga.EngineEvent;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.JsonNode;

/** Consumption of saga events by the order-service. */
class SagaEventsTest {

    private static final SagaEvent CONFIRMED = new OrderSagaEvent.OrderConfirmed(null, null, new Money(1990, "KRW"));
    private static final SagaEvent REJECTED = new OrderSagaEvent.OrderRejected(
            new OrderReason(
                    ReasonCode.RESOURCE_BUSY,
                    "seat-7 is taken",
                    "seat-7",
                    30,
                    Instant.parse("2026-11-27T10:00:00Z"),
                    Instant.parse("2026-11-27T10:05:00Z")),
            null,
            null,
            null);
    private static final SagaEvent CANCELLED = new OrderSagaEvent.OrderCancelled(
            OrderReason.of(ReasonCode.CANCELLED_BY_CUSTOMER, "as the customer wished"), null, null, null);

    private final OrderServiceInstance service = OrderServiceInstance.shared();
    private final Api api = service.api();
    private final Orchestrator orchestrator = new Orchestrator(service);
    private final UUID order = Samples.placedOrder(api);

    @Test
    void confirmAnOrder() {
        orchestrator.publish(order, CONFIRMED);

        awaitStatus(order, "CONFIRMED");
        assertThat(shown().has("reason")).isFalse();
        assertThat(shown().at("/updatedAt").asString())
                .isGreaterThan(shown().at("/placedAt").asString());
        Api.Answer late = api.post("/orders/" + order + "/cancellation");
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.code()).isEqualTo("ORDER_ALREADY_ENDED");
        assertThat(late.body().path("status").isInt()).as("the problem's own").isTrue();
        assertThat(late.body().path("orderStatus").asString()).isEqualTo("CONFIRMED");
    }

    @Test
    void rejectAnOrderAndSayWhy() {
        orchestrator.publish(order, REJECTED);

        awaitStatus(order, "REJECTED");
        assertThat(shown().at("/reason").toString()).isEqualTo("""
                {"code":"RESOURCE_BUSY","message":"seat-7 is taken","sku":"seat-7","retryAfterSeconds":30,\
                "lockedAt":"2026-11-27T10:00:00Z","lockExpiresAt":"2026-11-27T10:05:00Z"}""");
        assertThat(api.post("/orders/" + order + "/cancellation").code()).isEqualTo("ORDER_ALREADY_ENDED");
    }

    @Test
    void cancelAnOrderAndSayWhy() {
        api.post("/orders/" + order + "/cancellation");
        orchestrator.publish(order, CANCELLED);

        awaitStatus(order, "CANCELLED");
        assertThat(shown().at("/reason").toString()).isEqualTo("""
                {"code":"CANCELLED_BY_CUSTOMER","message":"as the customer wished"}""");
        assertThat(api.post("/orders/" + order + "/cancellation").status()).isEqualTo(202);
    }

    static final List<SagaEvent> ENDINGS = List.of(CONFIRMED, REJECTED, CANCELLED);

    @ParameterizedTest
    @FieldSource("ENDINGS")
    void endAnOrderForGood(SagaEvent ending) {
        orchestrator.awaitHandled(orchestrator.publish(order, ending));
        JsonNode ended = shown();
        double contradicted = contradicted();

        ENDINGS.forEach(another -> orchestrator.awaitHandled(orchestrator.publish(order, another)));
        orchestrator.awaitHandled(orchestrator.publish(order, new OrderSagaEvent.StockReleased()));

        assertThat(ended.at("/status").asString()).isNotEqualTo("PENDING");
        assertThat(shown()).isEqualTo(ended);
        assertThat(versionOf(order)).isOne();
        assertThat(contradicted() - contradicted).isEqualTo(2);
    }

    /** As of a saga that an operator has ended by hand, and whose data could not be read. */
    @Test
    void confirmAnOrderOfWhichTheySayNothing() {
        double contradicted = contradicted();

        orchestrator.publish(order, new OrderSagaEvent.OrderConfirmed(null, null, null));

        awaitStatus(order, "CONFIRMED");
        assertThat(contradicted() - contradicted).isZero();
    }

    /** As after a restored backup: placed anew at another price, the order has met the saga that had charged the first. */
    @Test
    void areComparedWithTheOrdersTotal() {
        SagaEvent atAnotherTotal = new OrderSagaEvent.OrderConfirmed(null, null, new Money(2990, "KRW"));
        double contradicted = contradicted();

        orchestrator.publish(order, atAnotherTotal);
        orchestrator.awaitHandled(orchestrator.publish(order, new OrderSagaEvent.StockReleased()));
        assertThat(contradicted() - contradicted).isOne();
        orchestrator.publish(order, atAnotherTotal);
        orchestrator.publish(order, CONFIRMED);
        orchestrator.awaitHandled(orchestrator.publish(order, new OrderSagaEvent.StockReleased()));

        assertThat(contradicted() - contradicted).isEqualTo(2);
        assertThat(shown().at("/status").asString()).isEqualTo("CONFIRMED");
    }

    private double contradicted() {
        return service.bean(MeterRegistry.class).counter("orders.contradicted").count();
    }

    @Test
    void confirmAnOrderEvenIfTheCustomerWantedToCancel() {
        api.post("/orders/" + order + "/cancellation");
        orchestrator.publish(order, CONFIRMED);

        awaitStatus(order, "CONFIRMED");
    }

    /** As a newer version, which runs beside this one, has placed it. */
    @Test
    void endAnOrderThatHasMoreFieldsThanThisVersionKnows() {
        service.database()
                .sql("UPDATE customer_order SET lines = jsonb_set(lines, '{0,newer}', '1') WHERE id = ?")
                .param(order)
                .update();

        orchestrator.publish(order, REJECTED);

        awaitStatus(order, "REJECTED");
        assertThat(service.database()
                        .sql("SELECT reason ->> 'lockedAt' FROM customer_order WHERE id = ?")
                        .param(order)
                        .query(String.class)
                        .single())
                .isEqualTo("2026-11-27T10:00:00Z");
    }

    /** The first attempt fails at the commit, as the inbox has the message. */
    @Test
    void areStoredOnceIfTheyComeAgainAmongNewOnes() {
        ProducerRecord<String, byte[]> first = orchestrator.publish(order, 1, new OrderSagaEvent.StockReleased());
        orchestrator.awaitHandled(first);

        orchestrator.send(first);
        orchestrator.awaitHandled(orchestrator.publish(order, 2, CONFIRMED));

        assertThat(storedSequences()).containsExactly(1L, 2L);
        assertThat(shown().at("/status").asString()).isEqualTo("CONFIRMED");
    }

    /** So does an orchestrator whose database was restored from a backup. */
    @Test
    void endAnOrderEvenIfAnotherMessageHasHadTheirSequence() {
        orchestrator.awaitHandled(orchestrator.publish(order, 1, new OrderSagaEvent.StockReleased()));

        ProducerRecord<String, byte[]> second = orchestrator.publish(order, 1, CONFIRMED);
        orchestrator.awaitHandled(second);

        assertThat(shown().at("/status").asString()).isEqualTo("CONFIRMED");
        assertThat(storedSequences()).containsExactly(1L);
        assertThat(new PublishedRecords(Topics.deadLettersOf(Topics.SAGA_EVENTS)).of(order.toString()))
                .isEmpty();
    }

    /** As an instance that is frozen keeps them. */
    @Test
    void doNotWaitForOrdersWhoseRowsAreKept() throws SQLException {
        List<UUID> kept =
                Stream.generate(() -> Samples.placedOrder(api)).limit(8).toList();
        try (Connection other = service.connect();
                PreparedStatement keep =
                        other.prepareStatement("SELECT FROM customer_order WHERE id = ANY (?) FOR UPDATE")) {
            other.setAutoCommit(false);
            keep.setObject(1, kept.toArray(UUID[]::new));
            keep.execute();
            kept.forEach(each -> orchestrator.sendTo(0, orchestrator.event(each, CONFIRMED)));
            orchestrator.sendTo(0, orchestrator.event(order, CONFIRMED));

            awaitStatus(order, "CONFIRMED");
            assertThat(api.get("/orders/" + kept.getFirst())
                            .body()
                            .at("/status")
                            .asString())
                    .isEqualTo("PENDING");
        }
        kept.forEach(each -> awaitStatus(each, "CONFIRMED"));
    }

    /** Jackson reads UTF-16, but a text of PostgreSQL has no zero bytes. */
    @Test
    void goToTheDeadLettersIfTheyAreNotUtf8() {
        ProducerRecord<String, byte[]> event = orchestrator.event(order, 1, CONFIRMED);
        byte[] utf16 = new String(event.value(), UTF_8).getBytes(UTF_16BE);

        orchestrator.send(new ProducerRecord<>(event.topic(), null, event.key(), utf16, event.headers()));

        await().untilAsserted(() -> assertThat(
                        new PublishedRecords(Topics.deadLettersOf(Topics.SAGA_EVENTS)).of(order.toString()))
                .singleElement()
                .satisfies(letter -> assertThat(deadLetterReason(letter)).contains("UTF-8")));
    }

    @Test
    void endAnOrderOnceHoweverOftenAndInWhateverOrderTheyCome() {
        ProducerRecord<String, byte[]> confirmed = orchestrator.publish(order, CONFIRMED);
        orchestrator.send(confirmed);
        orchestrator.publish(order, CONFIRMED);
        orchestrator.publish(order, REJECTED);
        orchestrator.publish(order, new EngineEvent.CompensationStarted(ReasonCode.OUT_OF_STOCK.because("none left")));
        ProducerRecord<String, byte[]> last = orchestrator.publish(order, CANCELLED);

        orchestrator.awaitHandled(last);

        assertThat(shown().at("/status").asString()).isEqualTo("CONFIRMED");
        assertThat(versionOf(order)).isOne();
    }

    @Test
    void areNoConcernIfTheirOrderIsUnknown() {
        ProducerRecord<String, byte[]> strange = orchestrator.event(UUID.randomUUID(), CONFIRMED);
        orchestrator.sendTo(0, strange);
        orchestrator.sendTo(0, orchestrator.event(order, CONFIRMED));

        awaitStatus(order, "CONFIRMED");
        assertThat(new PublishedRecords(Topics.deadLettersOf(Topics.SAGA_EVENTS)).of(strange.key()))
                .isEmpty();
    }

    @Test
    void goToTheDeadLettersIfMalformedAndHoldNothingUp() {
        UUID another = Samples.placedOrder(api);
        String bad = "garbage-" + UUID.randomUUID();

        orchestrator.sendTo(0, orchestrator.event(order, CONFIRMED));
        orchestrator.sendTo(0, new ProducerRecord<>(Topics.SAGA_EVENTS, bad, new byte[] {'{'}));
        orchestrator.sendTo(0, orchestrator.event(bad, CONFIRMED));
        orchestrator.sendTo(0, orchestrator.event(another, REJECTED));

        awaitStatus(order, "CONFIRMED");
        awaitStatus(another, "REJECTED");
        assertThat(new PublishedRecords(Topics.deadLettersOf(Topics.SAGA_EVENTS)).of(bad))
                .extracting(SagaEventsTest::deadLetterReason)
                .satisfiesExactly(
                        first -> assertThat(first).contains("Could not parse"),
                        second -> assertThat(second).contains("UUID"));
    }

    private static String deadLetterReason(ConsumerRecord<?, ?> record) {
        return PublishedRecords.header(record, "dead_letter_reason");
    }

    private void awaitStatus(UUID orderId, String status) {
        await().untilAsserted(() -> assertThat(
                        api.get("/orders/" + orderId).body().at("/status").asString())
                .isEqualTo(status));
    }

    private JsonNode shown() {
        return api.get("/orders/" + order).body();
    }

    private List<Long> storedSequences() {
        return service.database()
                .sql("SELECT sequence FROM order_event WHERE order_id = ? ORDER BY sequence")
                .param(order)
                .query((row, number) -> row.getLong("sequence"))
                .list();
    }

    private long versionOf(UUID orderId) {
        return service.database()
                .sql("SELECT version FROM customer_order WHERE id = ?")
                .param(orderId)
                .query(Long.class)
                .single();
    }
}
