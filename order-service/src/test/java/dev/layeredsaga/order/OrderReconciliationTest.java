package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.order.ReturnSagaEvent;
import dev.layeredsaga.contract.saga.EngineEvent;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.messaging.failure.FailureKind;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Lost messages between an order and its saga; there is no consumer of {@code orders.events} here. */
@TestInstance(Lifecycle.PER_CLASS)
class OrderReconciliationTest {

    private static final String[] SETTINGS = {
        "--order.reconciliation.interval=200ms",
        "--order.reconciliation.unstarted-after=3s",
        "--order.reconciliation.cancelled-again=500ms",
        "--order.reconciliation.unfinished-after=4s",
        "--order.reconciliation.ended-after=1s",
        // a test that is held up still gets its connection
        "--spring.datasource.hikari.connection-timeout=60000"
    };
    private static final String PUT_OFF = """
            UPDATE customer_order SET reconcile_at = placed_at + interval '1 day'
            WHERE id = ? AND reconcile_at = placed_at + interval '3 s'
            """;
    private static final String PUT_BACK =
            "UPDATE customer_order SET reconcile_at = placed_at + interval '3 s' WHERE id = ?";
    private static final PublishedRecords PUBLISHED =
            new PublishedRecords(SharedInfrastructure.get().kafkaBootstrapServers(), Topics.ORDERS_EVENTS);

    private final OrderServiceInstance service = OrderServiceInstance.start(SETTINGS);
    private final OrderServiceInstance other = OrderServiceInstance.start(SETTINGS);
    private final Api api = service.api();
    private final Orchestrator orchestrator = new Orchestrator(service);

    @AfterAll
    void stop() {
        other.close();
        service.close();
    }

    @Test
    void publishesAnOrderAgainWhoseSagaDoesNotStartOnOneInstanceOnly() {
        UUID order = Samples.placedOrder(api);

        List<ConsumerRecord<String, String>> events = awaitEvents(order, 3);

        assertThat(types(events)).startsWith("OrderPlaced", "OrderPlaced", "SagaEventsRequested");
        assertThat(events.get(1).value().replaceFirst(",\"repeatedAt\":\"[^\"]+\"", ""))
                .isNotEqualTo(events.get(1).value())
                .isEqualTo(events.get(0).value());
        assertThat(id(events.get(1))).isNotEqualTo(id(events.get(0)));
        // the next repetition comes three seconds after the first, and is there if the test was held up
        List<Instant> repetitions = repetitions(events);
        assertThat(repetitions)
                .filteredOn(time -> time.isBefore(repetitions.getFirst().plusSeconds(2)))
                .hasSize(1);
    }

    /** Returns the times at which the order was published again. */
    private static List<Instant> repetitions(List<ConsumerRecord<String, String>> events) {
        return events.stream()
                .map(event -> JsonMapper.shared()
                        .readTree(event.value())
                        .path("repeatedAt")
                        .asString(""))
                .filter(time -> !time.isEmpty())
                .map(Instant::parse)
                .toList();
    }

    @Test
    void publishesTheCancellationAgainAfterTheOrder() {
        UUID order = Samples.placedOrder(api);
        assertThat(api.post("/orders/" + order + "/cancellation").status()).isEqualTo(202);

        await().untilAsserted(() -> assertThat(types(PUBLISHED.of(order.toString())))
                .containsSubsequence(
                        "OrderPlaced", "OrderPlaced", "OrderCancellationRequested", "SagaEventsRequested"));
    }

    @Test
    void publishesACancellationAgainUntilItHasAnEffect() {
        UUID compensating = cancelledAfterItsStart();
        await().until(() -> cancellations(compensating) >= 3);
        orchestrator.awaitHandled(orchestrator.publish(
                compensating,
                2,
                new EngineEvent.CompensationStarted(ReasonCode.CANCELLED_BY_CUSTOMER.because("cancelled"))));
        await().until(() -> unsent(compensating) == 0);
        long before = cancellations(compensating);

        UUID other = cancelledAfterItsStart();
        await().until(() -> cancellations(other) >= 4);
        // one may have been on its way, and one comes with each repetition of the order
        List<String> all = types(PUBLISHED.of(compensating.toString()));
        long repetitions = all.stream().filter("OrderPlaced"::equals).count() - 1;
        assertThat(all.stream().filter("OrderCancellationRequested"::equals).count())
                .isLessThanOrEqualTo(before + 1 + repetitions);
    }

    private long unsent(UUID order) {
        return service.database()
                .sql("SELECT count(*) FROM outbox WHERE ? = ANY (keys)")
                .param(order.toString())
                .query(Long.class)
                .single();
    }

    @Test
    void publishesTheCancellationWithAnOrderWhoseCompensatingSagaMayBeLost() {
        UUID order = cancelledAfterItsStart();
        orchestrator.awaitHandled(orchestrator.publish(
                order, 2, new EngineEvent.CompensationStarted(ReasonCode.CANCELLED_BY_CUSTOMER.because("cancelled"))));

        await().untilAsserted(() -> assertThat(types(PUBLISHED.of(order.toString())))
                .containsSubsequence("OrderPlaced", "OrderPlaced", "OrderCancellationRequested"));
    }

    /** Takes another order if the test was held up and the first would have been reconciled by then in any case. */
    private UUID cancelledAfterItsStart() {
        return await().until(this::startedAndCancelled, this::isReconciledSoon);
    }

    private UUID startedAndCancelled() {
        UUID order = Samples.placedOrder(api);
        orchestrator.awaitHandled(orchestrator.publish(order, 1, started()));
        assertThat(api.post("/orders/" + order + "/cancellation").status()).isEqualTo(202);
        return order;
    }

    /** Returns true if the order is reconciled before it would be without its cancellation. */
    private boolean isReconciledSoon(UUID order) {
        return service.database()
                .sql("SELECT reconcile_at < placed_at + interval '3 s' FROM customer_order WHERE id = ?")
                .param(order)
                .query(Boolean.class)
                .single();
    }

    private static long cancellations(UUID order) {
        return types(PUBLISHED.of(order.toString())).stream()
                .filter("OrderCancellationRequested"::equals)
                .count();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void publishesAnOrderAgainThatIsPendingForLongAndAsksForTheMissingEvents(int version) {
        UUID order = placedAndPutOff();
        orchestrator.publish(order, 1, started(version));
        orchestrator.awaitHandled(orchestrator.publish(order, 3, new OrderSagaEvent.StockReleased()));
        putBack(order);

        List<ConsumerRecord<String, String>> events = awaitEvents(order, 3);

        assertThat(types(events)).startsWith("OrderPlaced", "OrderPlaced", "SagaEventsRequested");
        assertThat(events.get(2).value()).isEqualTo("{\"orderId\":\"%s\",\"afterSequence\":1}".formatted(order));
    }

    @Test
    void leavesAnOrderAloneThatHasEnded() {
        UUID order = placedAndPutOff();
        orchestrator.publish(order, 1, started());
        orchestrator.publish(order, 2, new OrderSagaEvent.OrderConfirmed(null, null, new Money(1990, "KRW")));
        await().until(() -> "CONFIRMED"
                .equals(api.get("/orders/" + order).body().path("status").asString()));
        putBack(order);
        UUID later = Samples.placedOrder(api);

        awaitEvents(later, 3);

        assertThat(types(PUBLISHED.of(order.toString()))).containsExactly("OrderPlaced");
    }

    @Test
    void publishesAReturnAgainAndAsksForItsEventsUntilItHasEnded() {
        UUID order = Samples.placedOrder(api);
        orchestrator.publish(order, 1, new OrderSagaEvent.OrderConfirmed(null, null, new Money(1990, "KRW")));
        await().until(() -> "CONFIRMED"
                .equals(api.get("/orders/" + order).body().path("status").asString()));
        Api.Answer made = api.requestReturn(order, "{\"reason\": \"broken\"}", Samples.unique("key"));
        String id = made.body().path("returnId").asString();

        await().until(() -> PUBLISHED.of(id).size() >= 2);
        assertThat(types(PUBLISHED.of(id))).containsOnly("SagaEventsRequested");
        List<ConsumerRecord<String, String>> requested = PUBLISHED.of(order.toString()).stream()
                .filter(event -> PublishedRecords.header(event, "ce_type").equals("ReturnRequested"))
                .toList();
        assertThat(requested).hasSizeGreaterThanOrEqualTo(3);
        assertThat(requested)
                .extracting(ConsumerRecord::value)
                .containsOnly(requested.getFirst().value());

        orchestrator.publishOfReturn(
                id, new ReturnSagaEvent.ReturnRejected(order, "mina", Reason.of("DECLINED", "no")));
        await().until(() -> service.database()
                .sql("SELECT NOT return_open FROM customer_order WHERE id = ?")
                .param(order)
                .query(Boolean.class)
                .single());
    }

    /** Only the gap shows that an event was lost. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void asksForAnEventThatWasLostBeforeTheEndingUntilItHasCome(int version) {
        double before = requestsForGaps();
        UUID order = placedAndPutOff();
        orchestrator.publish(order, 1, started(version));
        orchestrator.awaitHandled(
                orchestrator.publish(order, 3, new OrderSagaEvent.OrderConfirmed(null, null, new Money(1990, "KRW"))));
        putBack(order);

        List<ConsumerRecord<String, String>> events = awaitEvents(order, 3);
        orchestrator.publish(order, 2, new OrderSagaEvent.StockReleased());
        await().until(() -> gaps(order) == 0);

        assertThat(types(events)).startsWith("OrderPlaced", "SagaEventsRequested", "SagaEventsRequested");
        assertThat(events.get(1).value()).isEqualTo("{\"orderId\":\"%s\",\"afterSequence\":1}".formatted(order));
        assertThat(requestsForGaps()).isGreaterThanOrEqualTo(before + 2);
    }

    /**
     * Places an order that is not reconciled until it is {@linkplain #putBack put back}, however long its events take.
     * Takes another order if the test was held up and the first has been reconciled by then.
     */
    private UUID placedAndPutOff() {
        return await().ignoreExceptionsMatching(FailureKind::isLockTimeout)
                .until(() -> Samples.placedOrder(api), this::putOff);
    }

    /** Returns false if the order has been reconciled already; its time is another one then. */
    private boolean putOff(UUID order) {
        return service.database().sql(PUT_OFF).param(order).update() == 1;
    }

    /** Gives the order the time of reconciliation with which it was placed. */
    private void putBack(UUID order) {
        assertThat(service.database().sql(PUT_BACK).param(order).update()).isOne();
    }

    private double requestsForGaps() {
        return Stream.of(service, other)
                .mapToDouble(instance -> instance.bean(MeterRegistry.class)
                        .get("orders.reconciled")
                        .tag("action", "gap-requested")
                        .counter()
                        .count())
                .sum();
    }

    private long gaps(UUID order) {
        return service.database()
                .sql("SELECT count(*) FROM order_event_gap WHERE order_id = ?")
                .param(order)
                .query(Long.class)
                .single();
    }

    private static SagaEvent started() {
        return started(1);
    }

    private static SagaEvent started(int version) {
        return new OrderSagaEvent.SagaStarted(
                "order",
                version,
                "mina",
                List.of(new OrderSagaEvent.OrderLine("thing", 1, null)),
                new Money(1990, "KRW"));
    }

    private static List<ConsumerRecord<String, String>> awaitEvents(UUID order, int count) {
        return await().until(() -> PUBLISHED.of(order.toString()), events -> events.size() >= count);
    }

    private static List<String> types(List<ConsumerRecord<String, String>> events) {
        return events.stream()
                .map(event -> PublishedRecords.header(event, "ce_type"))
                .toList();
    }

    private static String id(ConsumerRecord<String, String> event) {
        return PublishedRecords.header(event, "ce_id");
    }
}
