package dev.layeredsaga.order;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderLine;
import dev.layeredsaga.contract.order.ReturnRequested;
import dev.layeredsaga.contract.order.ReturnSagaEvent.MoneyReturned;
import dev.layeredsaga.contract.order.ReturnSagaEvent.ReturnCompleted;
import dev.layeredsaga.contract.order.ReturnedGoods;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.messaging.sweep.Sweeps;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** Orders that the database has lost, as with a backup that was restored. */
@ExtendWith(OutputCaptureExtension.class)
class LostOrdersTest {

    private static final SagaEvent CONFIRMED = new OrderSagaEvent.OrderConfirmed(null, null, new Money(1990, "KRW"));
    private static final String ALL = "{\"reason\": \"broken\"}";
    private static final PublishedRecords PUBLISHED =
            new PublishedRecords(SharedInfrastructure.get().kafkaBootstrapServers(), Topics.ORDERS_EVENTS);
    private static final AtomicInteger LOOKS = new AtomicInteger();

    private final OrderServiceInstance service = OrderServiceInstance.shared();
    private final Api api = service.api();
    private final Orchestrator orchestrator = new Orchestrator(service);
    private final String customer = Samples.unique("customer");
    private final String sku = Samples.product(api, 1990, "KRW");
    private final String key = Samples.unique("key");

    @Test
    void arePutBackAsTheyWerePlacedWhenAnEventOfOneHasCome() {
        UUID known = placed(1, Samples.unique("key"));
        UUID cancelled = placed(3, Samples.unique("key"));
        assertThat(api.post("/orders/" + cancelled + "/cancellation").status()).isEqualTo(202);
        UUID order = placed(2, key);
        JsonNode before = api.get("/orders/" + order).body();
        await().until(() -> PUBLISHED.of(cancelled).size() >= 2);
        api.put("/products/" + sku, Samples.product(5, "KRW"));
        lose(order, cancelled);

        orchestrator.send(aboutUnknown(order));

        await().until(() -> isPutBack(order) && isThere(cancelled));
        assertThat(api.get("/orders/" + order).body()).isEqualTo(before);
        assertThat(placed(2, key)).isEqualTo(order);
        assertThat(column(cancelled, "cancellation_requested")).isEqualTo("true");
        assertThat(column(known, "version")).isEqualTo("0");
        assertThat(column(order, "cancellation_requested")).isEqualTo("false");
    }

    @Test
    void takeInTheEventThatNamedThemWhenItIsSentAgain() {
        UUID order = placed(1, key);
        lose(order);
        ProducerRecord<String, byte[]> event = aboutUnknown(order);
        orchestrator.send(event);
        await().until(() -> isPutBack(order));

        orchestrator.send(event);

        await().until(() -> column(order, "status").equals("CONFIRMED"));
    }

    @Test
    void haveAKeyOfTheirOwnIfAnotherOrderHasTheirs() {
        UUID order = placed(1, key);
        lose(order);
        UUID other = placed(2, key);

        orchestrator.send(aboutUnknown(order));

        await().until(() -> isPutBack(order));
        assertThat(other).isNotEqualTo(order);
        assertThat(placed(2, key)).isEqualTo(other);
        assertThat(column(order, "key_owner")).isEqualTo(column(other, "key_owner"));
    }

    /** So the customer who repeats the request is answered with what the saga has charged, although the price is the former one again. */
    @Test
    void arePutBackBeforeARequestIsServedIfASettingSaysSinceWhen() {
        UUID order = placed(1, key);
        JsonNode before = api.get("/orders/" + order).body();
        Instant backup = Instant.parse(before.path("placedAt").asString()).minusSeconds(1);
        lose(order);
        api.put("/products/" + sku, Samples.product(1000, "KRW"));

        try (OrderServiceInstance restarted = OrderServiceInstance.start(
                "--order.reconciliation.lost-since=" + backup, "--order.reconciliation.interval=1h")) {
            Api.Answer repeated = restarted
                    .api()
                    .order(
                            Samples.order(customer, sku, 1)
                                    .replace(
                                            "\"pm_ok\"",
                                            "\"pm_ok\", \"expectedTotal\": {\"amount\": 1990, \"currency\": \"KRW\"}"),
                            key);

            assertThat(repeated.status()).isEqualTo(202);
            assertThat(restarted.api().get("/orders/" + order).body()).isEqualTo(before);
        }
    }

    @Test
    void keepTheServiceFromStartingIfTheirMessagesCannotBeRead() {
        assertThatExceptionOfType(StartupException.class)
                .isThrownBy(() -> OrderServiceInstance.start(
                                "--order.reconciliation.lost-since=" + Instant.now(),
                                "--spring.kafka.consumer.security.protocol=SASL_PLAINTEXT")
                        .close())
                .withMessageStartingWith("orders.events could not be read");
    }

    @Test
    void arePutBackWithoutOneThatTheDatabaseRefuses() {
        UUID refused = placed(1, Samples.unique("key"));
        UUID order = placed(1, key);
        lose(refused, order);
        refuse(refused);
        try {
            orchestrator.send(aboutUnknown(refused));

            await().until(() -> isPutBack(order));
            assertThat(isThere(refused)).isFalse();
        } finally {
            service.changeTable("DROP TRIGGER refuse ON customer_order");
        }
        await().until(() -> isPutBack(refused));
    }

    private void refuse(UUID order) {
        service.database().sql("""
                        CREATE OR REPLACE FUNCTION refuse() RETURNS trigger AS
                          $$ BEGIN RAISE EXCEPTION 'not this one'; END $$ LANGUAGE plpgsql""").update();
        service.changeTable("""
                        CREATE TRIGGER refuse BEFORE INSERT ON customer_order FOR EACH ROW
                          WHEN (NEW.id = '%s') EXECUTE FUNCTION refuse()""".formatted(order));
    }

    @Test
    void areNotMadeOfAMessageWhoseIdDoesNotFollowFromWhatItSays() {
        UUID invented = UUID.randomUUID();
        OrderPlaced.Origin origin = new OrderPlaced.Origin(Instant.now(), customer, key, List.of(1990L));
        orchestrator.send(service.bean(CloudEventCodec.class)
                .encode(OutgoingMessage.of(
                        Topics.ORDERS_EVENTS,
                        invented,
                        new OrderPlaced(
                                invented,
                                customer,
                                List.of(new StockLine(sku, 1)),
                                new Money(1990, "KRW"),
                                "pm_ok",
                                OnBusy.REJECT,
                                null,
                                null,
                                origin,
                                null))));
        UUID order = placed(1, Samples.unique("key"));
        lose(order);

        orchestrator.send(aboutUnknown(order));

        await().until(() -> isPutBack(order));
        assertThat(isThere(invented)).isFalse();
    }

    /** An event that was passed over would be taken for a repetition when it is sent again. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void haveTheirReturnsPutBackWhenAnEventOfOneHasCome(boolean withTheOrder) {
        UUID order = confirmed(2);
        Api.Answer made = api.requestReturn(order, ALL, key);
        awaitPublished(order, "ReturnRequested");
        if (withTheOrder) {
            lose(order);
        } else {
            loseReturns(order);
        }
        ProducerRecord<String, byte[]> completed = older(orchestrator.eventOfReturn(
                made.body().path("returnId").asString(),
                new ReturnCompleted(order, customer, new Money(3980, "KRW"), List.of(), List.of())));

        orchestrator.send(completed);

        await().until(() -> isPutBack(order) && api.get(made.location()).body().equals(made.body()));
        assertThat(column(order, "return_open")).isEqualTo("true");
        orchestrator.send(completed);
        await().until(() ->
                api.get(made.location()).body().path("status").asString().equals("COMPLETED"));
        assertThat(api.get("/orders/" + order + "/returns").body().path("returns"))
                .hasSize(1);
    }

    /** Else what one client was promised, another one could return once more. */
    @Test
    void haveTheirReturnsPutBackBeforeARequestIsServedIfASettingSaysSinceWhen() {
        UUID order = confirmed(2);
        String one = "{\"lines\": [{\"sku\": \"%s\", \"quantity\": 2}], \"reason\": \"broken\"}".formatted(sku);
        Api.Answer made = api.requestReturn(order, one, key);
        awaitPublished(order, "ReturnRequested");
        loseReturns(order);

        try (OrderServiceInstance restarted = OrderServiceInstance.start(
                "--order.reconciliation.lost-since=" + Instant.now().minusSeconds(60),
                "--order.reconciliation.interval=1h")) {
            assertThat(restarted
                            .api()
                            .requestReturn(order, ALL, Samples.unique("key"))
                            .code())
                    .isEqualTo("RETURN_EXCEEDS_ORDER");
            assertThat(restarted.api().requestReturn(order, one, key)).isEqualTo(made);
        }
    }

    /** Both have been accepted; the log says so. */
    @Test
    void haveTheirReturnsPutBackEvenIfAnotherHasTakenTheirPieces(CapturedOutput output) {
        UUID order = confirmed(2);
        Api.Answer made = api.requestReturn(order, ALL, key);
        awaitPublished(order, "ReturnRequested");
        loseReturns(order);
        String one = "{\"lines\": [{\"sku\": \"%s\", \"quantity\": 1}], \"reason\": \"broken\"}".formatted(sku);
        assertThat(api.requestReturn(order, one, Samples.unique("key")).status())
                .isEqualTo(202);

        orchestrator.send(older(orchestrator.eventOfReturn(
                made.body().path("returnId").asString(), new MoneyReturned(order, new Money(3980, "KRW")))));

        await().until(() -> isPutBack(order) && api.get(made.location()).status() == 200);
        Api.Answer refused = api.requestReturn(order, one, Samples.unique("key"));
        assertThat(refused.code()).isEqualTo("RETURN_EXCEEDS_ORDER");
        assertThat(refused.body().path("left").asInt()).isZero();
        assertThat(output.getOut()).contains("order " + order + " has more returned than it had");
    }

    @Test
    void haveNoReturnPutBackWhoseIdDoesNotFollowFromWhatItSays() {
        UUID order = confirmed(1);
        Api.Answer made = api.requestReturn(order, ALL, key);
        awaitPublished(order, "ReturnRequested");
        loseReturns(order);
        UUID invented = UUID.randomUUID();
        orchestrator.send(service.bean(CloudEventCodec.class)
                .encode(OutgoingMessage.of(
                        Topics.ORDERS_EVENTS,
                        order,
                        new ReturnRequested(
                                order,
                                invented,
                                customer,
                                List.of(new OrderLine(sku, 1, new Money(1990, "KRW"))),
                                new Money(1990, "KRW"),
                                ReturnedGoods.AWAITED,
                                "broken",
                                new ReturnRequested.Origin(Instant.now(), customer, key, true)))));

        orchestrator.send(
                older(orchestrator.eventOfReturn(invented, new MoneyReturned(order, new Money(1990, "KRW")))));

        await().until(() -> isPutBack(order) && api.get(made.location()).status() == 200);
        assertThat(api.get("/orders/" + order + "/returns").body().path("returns"))
                .hasSize(1);
    }

    @Test
    void haveNoReturnPutBackOfACustomerWhoHasBeenErasedSince() {
        UUID order = confirmed(1);
        Api.Answer made = api.requestReturn(order, ALL, key);
        awaitPublished(order, "ReturnRequested");
        loseReturns(order);
        assertThat(api.send(api.request("/customers/" + customer).DELETE()).status())
                .isEqualTo(204);
        UUID later = placed(1, Samples.unique("key"));
        lose(later);

        orchestrator.send(older(orchestrator.eventOfReturn(
                made.body().path("returnId").asString(), new MoneyReturned(order, new Money(1990, "KRW")))));

        await().until(() -> isPutBack(later));
        assertThat(column(order, "coalesce(returns::text, 'none')")).isEqualTo("none");
    }

    private UUID confirmed(int quantity) {
        UUID order = placed(quantity, Samples.unique("key"));
        orchestrator.publish(order, new OrderSagaEvent.OrderConfirmed(null, null, new Money(1990L * quantity, "KRW")));
        await().until(() -> column(order, "status").equals("CONFIRMED"));
        return order;
    }

    private static void awaitPublished(UUID order, String type) {
        await().until(() ->
                PUBLISHED.of(order).stream().anyMatch(event -> type.equals(PublishedRecords.header(event, "ce_type"))));
    }

    private void loseReturns(UUID order) {
        service.database()
                .sql(
                        "UPDATE customer_order SET returns = NULL, return_open = false, version = version + 1 WHERE id = ?")
                .param(order)
                .update();
    }

    private UUID placed(int quantity, String key) {
        UUID order = api.order(Samples.order(customer, sku, quantity), key).orderId();
        await().until(() -> !PUBLISHED.of(order).isEmpty());
        return order;
    }

    private void lose(UUID... orders) {
        for (UUID order : orders) {
            assertThat(service.database()
                            .sql("DELETE FROM customer_order WHERE id = ?")
                            .param(order)
                            .update())
                    .isOne();
        }
    }

    /** Each is older than those before: an instance that has just looked looks again only for older ones. */
    private ProducerRecord<String, byte[]> aboutUnknown(UUID order) {
        return older(orchestrator.event(order, CONFIRMED));
    }

    private static ProducerRecord<String, byte[]> older(ProducerRecord<String, byte[]> event) {
        Instant time = Instant.now().minusSeconds(600L * LOOKS.incrementAndGet());
        event.headers().remove("ce_time");
        event.headers().add("ce_time", time.toString().getBytes(UTF_8));
        return event;
    }

    /** Looks once more, which the service does by itself only every hour here. */
    private boolean isPutBack(UUID order) {
        service.bean(Sweeps.class).tick("orders to put back");
        return isThere(order);
    }

    private boolean isThere(UUID order) {
        return service.database()
                .sql("SELECT count(*) = 1 FROM customer_order WHERE id = ?")
                .param(order)
                .query(Boolean.class)
                .single();
    }

    private String column(UUID order, String name) {
        return service.database()
                .sql("SELECT " + name + "::text FROM customer_order WHERE id = ?")
                .param(order)
                .query(String.class)
                .single();
    }
}
