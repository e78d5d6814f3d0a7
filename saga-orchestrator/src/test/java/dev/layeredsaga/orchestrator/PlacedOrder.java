package dev.layeredsaga.orchestrator;

import static org.awaitility.Awaitility.await;

import com.fasterxml.uuid.Generators;
import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimRefusal;
import dev.layeredsaga.contract.inventory.ClaimRefused;
import dev.layeredsaga.contract.inventory.StockClaimed;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderCancellationRequested;
import dev.layeredsaga.contract.order.OrderEvent;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.ReplyProofs;
import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.orchestrator.ordersaga.OrderSagas;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.transaction.support.TransactionOperations;

/** An order on its way, with the test in the place of the order-service and the inventory. */
public record PlacedOrder(UUID id, OrchestratorInstance service) {

    private static final CloudEventCodec CODEC =
            new CloudEventCodec(URI.create("/test"), MessageJson.mapper(), Clock.systemUTC());

    /** An order of the shared instance. */
    PlacedOrder(UUID id) {
        this(id, OrchestratorInstance.shared());
    }

    /** An order that pays with the given method; its saga waits for the inventory. */
    static PlacedOrder payingWith(String method) {
        return payingWith(method, OrchestratorInstance.shared());
    }

    static PlacedOrder payingWith(String method, OrchestratorInstance service) {
        return of(event(method), service);
    }

    /** An order that the order-service publishes again, since it does not know of its saga. */
    static PlacedOrder publishedAgain() {
        return of(event("pm_ok").repeated(Instant.now()), OrchestratorInstance.shared());
    }

    private static PlacedOrder of(OrderPlaced placed, OrchestratorInstance service) {
        PlacedOrder order = new PlacedOrder(placed.orderId(), service);
        order.send(Topics.ORDERS_EVENTS, placed);
        order.awaitStep("reserve");
        return order;
    }

    /** Returns the order-service's event of a new order. */
    public static OrderPlaced event(String method) {
        UUID id = Generators.timeBasedEpochGenerator().generate();
        List<StockLine> lines = List.of(new StockLine("seat-1", 1));
        return new OrderPlaced(id, "c-1", lines, new Money(1990, "KRW"), method, OnBusy.REJECT, null);
    }

    /** Sagas of so many orders, all of which wait for the inventory. */
    public static List<UUID> startedSagas(int count) {
        List<OrderEvent> placed = IntStream.range(0, count)
                .<OrderEvent>mapToObj(i -> event("pm_ok"))
                .toList();
        OrchestratorInstance service = OrchestratorInstance.shared();
        service.bean(TransactionOperations.class)
                .executeWithoutResult(status -> service.bean(OrderSagas.class).handle(placed));
        return placed.stream().map(OrderEvent::orderId).toList();
    }

    public static ProducerRecord<String, byte[]> record(String topic, UUID key, Object payload) {
        return CODEC.encode(OutgoingMessage.of(topic, key, payload));
    }

    void cancel() {
        send(Topics.ORDERS_EVENTS, new OrderCancellationRequested(id));
    }

    void stockIsClaimed() {
        reply(
                "reserve",
                attempt -> new StockClaimed(
                        attempt,
                        UUID.randomUUID(),
                        UUID.randomUUID(),
                        Instant.now().plusSeconds(300)));
    }

    static ClaimRefused claimLost(StepAttempt attempt) {
        return new ClaimRefused(attempt, ClaimRefusal.CLAIM_LOST, "The claim is lost", null, null, null, null);
    }

    void reply(String step, Function<StepAttempt, SagaReply> reply) {
        send(Topics.SAGA_REPLIES, reply.apply(attempt(service, id, step, 1)));
    }

    /** As the participants know it: with the proof that they were asked. */
    public static StepAttempt attempt(UUID saga, String step, int number) {
        return attempt(OrchestratorInstance.shared(), saga, step, number);
    }

    private static StepAttempt attempt(OrchestratorInstance service, UUID saga, String step, int number) {
        return service.bean(ReplyProofs.class).prove(new StepAttempt(saga, step, number));
    }

    private void send(String topic, Object payload) {
        send(service, record(topic, id, payload));
    }

    static void send(OutgoingMessage message) {
        send(CODEC.encode(message));
    }

    static void send(ProducerRecord<String, byte[]> record) {
        send(OrchestratorInstance.shared(), record);
    }

    @SuppressWarnings("unchecked")
    private static void send(OrchestratorInstance service, ProducerRecord<String, byte[]> record) {
        KafkaTemplate<String, byte[]> kafka = service.bean(KafkaTemplate.class);
        kafka.send(record).join();
    }

    void awaitStep(String step) {
        await().until(() -> column("step").equals(step));
    }

    void awaitStatus(String status) {
        await().until(() -> column("status").equals(status));
    }

    /** Waits for the last try of a saga that cannot be driven, each of whose pauses ends at once. */
    void awaitStuckWithoutPauses() {
        await().until(() -> {
            // not what an instance has locked, for 30 s
            int unused = service.database()
                    .sql("UPDATE saga SET due_at = now(), wake_at = now()"
                            + " WHERE id = ? AND status <> 'STUCK' AND due_at > now() + interval '1 minute'")
                    .param(id)
                    .update();
            return column("status").equals("STUCK");
        });
    }

    /** Has the saga wait for an operator. */
    void standsStuck() {
        int unused = service.database()
                .sql(
                        "UPDATE saga SET status = 'STUCK', due_at = NULL, wake_at = NULL, version = version + 1 WHERE id = ?")
                .param(id)
                .update();
    }

    /** Returns what the saga's row says; empty if there is none. */
    String column(String name) {
        return service.database()
                .sql("SELECT " + name + " FROM saga WHERE id = ?")
                .param(id)
                .query(String.class)
                .optional()
                .orElse("");
    }
}
