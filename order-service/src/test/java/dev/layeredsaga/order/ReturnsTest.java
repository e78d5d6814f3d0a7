package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderLine;
import dev.layeredsaga.contract.order.ReturnSagaEvent;
import dev.layeredsaga.contract.order.ReturnSagaEvent.GoodsReceived;
import dev.layeredsaga.contract.order.ReturnSagaEvent.MoneyReturned;
import dev.layeredsaga.contract.order.ReturnSagaEvent.ReturnCompleted;
import dev.layeredsaga.contract.order.ReturnSagaEvent.ReturnRejected;
import dev.layeredsaga.contract.order.ReturnSagaEvent.ReturnStarted;
import dev.layeredsaga.contract.order.ReturnedGoods;
import dev.layeredsaga.contract.saga.EngineEvent;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.order.Api.Answer;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Returns of what was sold, and the events of their sagas. */
class ReturnsTest {

    private static final PublishedRecords ORDERS = new PublishedRecords(Topics.ORDERS_EVENTS);
    private static final long PRICE = 1990;
    private static final Reason LATE = Reason.of("GOODS_NOT_RECEIVED", "the goods have not been received in time");

    private final OrderServiceInstance service = OrderServiceInstance.shared();
    private final Api operator = service.api();
    private final String customer = Samples.unique("customer");
    private final Api api = operator.as(LocalIssuer.get().customer(customer));
    private final Orchestrator orchestrator = new Orchestrator(service);
    private final String sku = Samples.product(operator, PRICE, "KRW");
    private final String key = Samples.unique("key");

    @Test
    void takesBackAllThatWasSold() {
        UUID order = confirmed(3);

        Answer answer = api.requestReturn(order, "{\"reason\": \"does not fit\"}", key);

        assertThat(answer.status()).isEqualTo(202);
        UUID id = returnId(answer);
        assertThat(answer.location()).isEqualTo("/orders/" + order + "/returns/" + id);
        assertThat(answer.body().path("status").asString()).isEqualTo("REQUESTED");
        assertThat(answer.body().path("goods").asString()).isEqualTo("AWAITED");
        assertThat(answer.body().at("/amount/amount").asInt()).isEqualTo(3 * PRICE);
        assertThat(answer.body().at("/lines/0/quantity").asInt()).isEqualTo(3);
        assertThat(api.get(answer.location()).body()).isEqualTo(answer.body());
        assertThat(api.get("/orders/" + order + "/returns").body().at("/returns/0"))
                .isEqualTo(answer.body());
        assertThat(returned(order)).isEqualTo(3 * PRICE);
        await().untilAsserted(() -> assertThat(requestedOf(order))
                .extracting(ConsumerRecord::value)
                .containsExactly("""
                        {"orderId":"%s","returnId":"%s","customerId":"%s","lines":[{"sku":"%s","quantity":3,\
                        "unitPrice":{"amount":1990,"currency":"KRW"}}],"amount":{"amount":5970,"currency":"KRW"},\
                        "goods":"AWAITED","reason":"does not fit","origin":{"requestedAt":"%s","caller":"%s",\
                        "idempotencyKey":"%s","all":true}}""".formatted(
                                order,
                                id,
                                customer,
                                sku,
                                answer.body().path("requestedAt").asString(),
                                customer,
                                key)));
    }

    @Test
    void answersARepetitionAsTheFirstTimeWhateverHasBecomeOfIt() {
        UUID order = confirmed(3);
        Answer first = api.requestReturn(order, lines(1), key);
        orchestrator.publishOfReturn(returnId(first), new MoneyReturned(order, new Money(PRICE, "KRW")));
        awaitStatus(first, "REFUNDED");

        assertThat(api.requestReturn(order, lines(1), key)).isEqualTo(first);
        assertThat(returned(order)).isEqualTo(PRICE);

        Answer other = api.requestReturn(order, lines(2), key);
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
        assertThat(operator.requestReturn(order, lines(2), key).status())
                .as("another caller's key")
                .isEqualTo(202);
        await().untilAsserted(() -> assertThat(requestedOf(order)).hasSize(2));
    }

    /** Each wants one piece, and there are fewer pieces than clients. */
    @Test
    void takesBackWhatWasSoldAndNoMoreHoweverManyAskAtOnce() {
        UUID order = confirmed(60);
        List<Answer> answers = AtOnce.call(
                        100, i -> Api.untilServed(() -> api.requestReturn(order, lines(1), key + "-" + i)))
                .toList();

        assertThat(answers.stream().filter(answer -> answer.status() == 202)).hasSize(60);
        assertThat(answers.stream().filter(answer -> answer.status() != 202))
                .hasSize(40)
                .allSatisfy(refused -> {
                    assertThat(refused.code()).isEqualTo("RETURN_EXCEEDS_ORDER");
                    assertThat(refused.body().path("sku").asString()).isEqualTo(sku);
                    assertThat(refused.body().path("left").asInt()).isZero();
                });
        assertThat(returned(order)).isEqualTo(60 * PRICE);
        await().untilAsserted(() -> assertThat(requestedOf(order)).hasSize(60));
    }

    @Test
    void followsTheSagaToItsEnd() {
        UUID order = confirmed(2);
        Answer made = api.requestReturn(order, lines(2), key);
        UUID id = returnId(made);

        orchestrator.publishOfReturn(id, started(order));
        orchestrator.publishOfReturn(id, new GoodsReceived(order, List.of()));
        awaitStatus(made, "GOODS_RECEIVED");
        orchestrator.publishOfReturn(id, new EngineEvent.SagaStuck("refund", "the gateway is down"));
        orchestrator.publishOfReturn(id, new MoneyReturned(order, new Money(2 * PRICE, "KRW")));
        awaitStatus(made, "REFUNDED");
        orchestrator.publishOfReturn(id, completed(order));
        awaitStatus(made, "COMPLETED");

        orchestrator.publishOfReturn(id, rejected(order));
        orchestrator.awaitHandled(orchestrator.publishOfReturn(id, new GoodsReceived(order, List.of())));
        assertThat(api.get(made.location()).body().path("status").asString()).isEqualTo("COMPLETED");
        assertThat(returned(order)).isEqualTo(2 * PRICE);
    }

    @Test
    void freesWhatARejectedReturnWasToTakeBackOnce() {
        UUID order = confirmed(2);
        Answer made = api.requestReturn(order, lines(2), key);
        orchestrator.publishOfReturn(returnId(made), rejected(order));
        orchestrator.awaitHandled(orchestrator.publishOfReturn(returnId(made), rejected(order)));

        awaitStatus(made, "REJECTED");
        assertThat(api.get(made.location()).body().path("rejection").toString())
                .isEqualTo(
                        "{\"code\":\"GOODS_NOT_RECEIVED\",\"message\":\"the goods have not been received in time\"}");
        assertThat(returned(order)).isZero();
        assertThat(api.requestReturn(order, lines(2), key + "-2").status()).isEqualTo(202);
        assertThat(api.requestReturn(order, lines(1), key + "-3").code()).isEqualTo("RETURN_EXCEEDS_ORDER");
    }

    /** As after a restore of the orchestrator's database: its saga begins anew, and its goods do not come a second time. */
    @Test
    void freesNothingWhoseMoneyIsBack() {
        UUID order = confirmed(1);
        Answer made = api.requestReturn(order, lines(1), key);
        orchestrator.publishOfReturn(returnId(made), new MoneyReturned(order, new Money(PRICE, "KRW")));
        orchestrator.publishOfReturn(returnId(made), rejected(order));

        awaitStatus(made, "COMPLETED");
        assertThat(api.requestReturn(order, lines(1), key + "-2").code()).isEqualTo("RETURN_EXCEEDS_ORDER");
    }

    @Test
    void goesOnAfterTheEventOfAReturnThatTheOrderDoesNotHave() {
        UUID order = confirmed(1);
        EngineEvent.SagaStuck stuck = new EngineEvent.SagaStuck("refund", "the gateway is down");
        ProducerRecord<String, byte[]> later = orchestrator.eventOfReturn(UUID.randomUUID(), stuck);

        orchestrator.sendTo(0, orchestrator.eventOfReturn(UUID.randomUUID(), rejected(order)));
        orchestrator.sendTo(0, later);
        orchestrator.awaitHandled(later);

        assertThat(api.requestReturn(order, lines(1), key).status()).isEqualTo(202);
        assertThat(api.get("/orders/" + order + "/returns").body().path("returns"))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "0,                              202",
        "15,                             409 RETURN_TOO_LATE",
    })
    void takesNothingBackOfAnOldOrder(int days, String expected) {
        UUID order = confirmed(1);
        service.database()
                .sql("UPDATE customer_order SET placed_at = placed_at - make_interval(days => ?) WHERE id = ?")
                .param(days)
                .param(order)
                .update();

        assertThat(inShort(api.requestReturn(order, lines(1), key))).isEqualTo(expected);
    }

    @Test
    void saysWhyNot() {
        UUID order = confirmed(1);
        UUID pending = api.order(Samples.order(customer, sku, 1), Samples.unique("key"))
                .orderId();
        Api another = operator.as(LocalIssuer.get().customer("somebody-else"));

        assertThat(inShort(api.requestReturn(pending, lines(1), key))).isEqualTo("409 ORDER_NOT_CONFIRMED");
        assertThat(inShort(api.requestReturn(order, lines(1), ""))).isEqualTo("400 IDEMPOTENCY_KEY_MISSING");
        assertThat(inShort(api.requestReturn(order, lines(1).replace(sku, "other"), key)))
                .isEqualTo("422 SKU_NOT_ORDERED");
        assertThat(inShort(api.requestReturn(order, lines(2), key))).isEqualTo("409 RETURN_EXCEEDS_ORDER");
        assertThat(inShort(api.requestReturn(order, "{\"reason\": \" \"}", key)))
                .isEqualTo("400 VALIDATION_FAILED");
        assertThat(inShort(api.requestReturn(order, "{\"lines\": [], \"reason\": \"x\"}", key)))
                .isEqualTo("400 VALIDATION_FAILED");
        assertThat(inShort(another.requestReturn(order, lines(1), key))).isEqualTo("404 ORDER_NOT_FOUND");
        assertThat(inShort(api.requestReturn(UUID.randomUUID(), lines(1), key))).isEqualTo("404 ORDER_NOT_FOUND");
        assertThat(inShort(api.get("/orders/" + order + "/returns/" + UUID.randomUUID())))
                .isEqualTo("404 RETURN_NOT_FOUND");
        assertThat(inShort(another.get("/orders/" + order + "/returns"))).isEqualTo("404 ORDER_NOT_FOUND");
        assertThat(requestedOf(order)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"NOT_SENT", "KEPT"})
    void leavesItToOperatorsToGiveBackMoneyWithoutTheGoods(String goods) {
        UUID order = confirmed(1);
        String body = "{\"reason\": \"broken\", \"goods\": \"%s\"}".formatted(goods);

        assertThat(inShort(api.requestReturn(order, body, key))).isEqualTo("403 RETURN_NEEDS_OPERATOR");
        assertThat(inShort(operator.requestReturn(order, body, key))).isEqualTo("202");
    }

    @Test
    void saysNothingOfACustomerWhoIsErased() {
        UUID order = confirmed(1);
        Answer made = api.requestReturn(order, "{\"reason\": \"as %s wishes\"}".formatted(customer), key);
        assertThat(operator.send(operator.request("/customers/" + customer).DELETE())
                        .status())
                .isEqualTo(204);

        String stored = service.database()
                .sql("SELECT customer_order::text FROM customer_order WHERE id = ?")
                .param(order)
                .query(String.class)
                .single();
        JsonNode shown = operator.get(made.location()).body();
        assertThat(stored).doesNotContain(customer, key);
        assertThat(shown.path("reason").asString()).isEqualTo("erased");
        assertThat(shown.path("lines")).isEqualTo(made.body().path("lines"));
    }

    private UUID confirmed(int quantity) {
        UUID order = api.order(Samples.order(customer, sku, quantity), Samples.unique("key"))
                .orderId();
        orchestrator.publish(order, new OrderSagaEvent.OrderConfirmed(null, null, new Money(PRICE * quantity, "KRW")));
        await().until(() ->
                api.get("/orders/" + order).body().path("status").asString().equals("CONFIRMED"));
        return order;
    }

    private String lines(int quantity) {
        return "{\"lines\": [{\"sku\": \"%s\", \"quantity\": %d}], \"reason\": \"broken\"}".formatted(sku, quantity);
    }

    private ReturnSagaEvent started(UUID order) {
        Money price = new Money(PRICE, "KRW");
        List<OrderLine> lines = List.of(new OrderLine(sku, 2, price));
        return new ReturnStarted(order, "return", 1, customer, lines, price.times(2), ReturnedGoods.AWAITED);
    }

    private ReturnSagaEvent completed(UUID order) {
        return new ReturnCompleted(order, customer, new Money(2 * PRICE, "KRW"), List.of(), List.of());
    }

    private ReturnSagaEvent rejected(UUID order) {
        return new ReturnRejected(order, customer, LATE);
    }

    private void awaitStatus(Answer made, String status) {
        await().until(() ->
                api.get(made.location()).body().path("status").asString().equals(status));
    }

    private int returned(UUID order) {
        return api.get("/orders/" + order).body().at("/returned/amount").asInt();
    }

    private static UUID returnId(Answer made) {
        return UUID.fromString(made.body().path("returnId").asString());
    }

    private static String inShort(Answer answer) {
        return (answer.status() + " " + answer.code()).strip();
    }

    private static List<ConsumerRecord<String, String>> requestedOf(UUID order) {
        return ORDERS.of(order).stream()
                .filter(event -> type(event).equals("ReturnRequested"))
                .toList();
    }

    private static String type(ConsumerRecord<String, String> event) {
        return PublishedRecords.header(event, "ce_type");
    }
}
