package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.order.Api.Answer;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** Messages published by the order-service. */
class OrderMessagesTest {

    private static final PublishedRecords ORDERS = new PublishedRecords(Topics.ORDERS_EVENTS);

    private final Api api = OrderServiceInstance.shared().api();

    @Test
    void publishesOnceThatAnOrderWasPlaced() {
        String sku = Samples.product(api, 1990, "KRW");
        String key = Samples.unique("key");
        Answer placed = api.order(Samples.order("mina", sku, 2), key);

        ConsumerRecord<String, String> event = await().until(() -> events(placed.orderId()), list -> !list.isEmpty())
                .getFirst();

        assertThat(PublishedRecords.header(event, "ce_specversion")).isEqualTo("1.0");
        assertThat(PublishedRecords.header(event, "ce_type")).isEqualTo("OrderPlaced");
        assertThat(PublishedRecords.header(event, "ce_source")).isEqualTo("/order-service");
        assertThat(PublishedRecords.header(event, "ce_id")).isNotBlank();
        assertThat(PublishedRecords.header(event, "ce_time")).isNotBlank();
        assertThat(event.value()).isEqualTo("""
                        {"orderId":"%s","customerId":"mina","lines":[{"sku":"%s","quantity":2}],\
                        "total":{"amount":3980,"currency":"KRW"},"paymentMethod":"pm_ok","onBusy":"REJECT",\
                        "origin":{"placedAt":"%s","caller":"kim","idempotencyKey":"%s","unitAmounts":[1990]}}""".formatted(
                        placed.orderId(), sku, placed.body().path("placedAt").asString(), key));
    }

    @Test
    void passesOnWhatTheCustomerHoldsAndKeepsItsTokenToItself() {
        UUID claim = UUID.randomUUID();
        UUID token = UUID.randomUUID();
        String held = "\"claim\": {\"id\": \"%s\", \"token\": \"%s\"}".formatted(claim, token);
        String order = Samples.order("mina", Samples.product(api, 1990, "KRW"), 1)
                .replace(
                        "\"pm_ok\"",
                        "\"pm_ok\", \"onBusy\": \"WAIT\", \"deadlineSeconds\": 600, \"queueTimeoutSeconds\": 599, "
                                + held);

        Answer placed = api.order(order, Samples.unique("key"));

        assertThat(placed.status()).isEqualTo(202);
        assertThat(placed.body().toString()).doesNotContain(token.toString());
        ConsumerRecord<String, String> event = await().until(() -> events(placed.orderId()), list -> !list.isEmpty())
                .getFirst();
        assertThat(event.value())
                .contains("\"onBusy\":\"WAIT\"")
                .contains("\"timing\":{\"deadlineSeconds\":600,\"queueTimeoutSeconds\":599}")
                .contains("\"claim\":{\"id\":\"%s\",\"token\":\"%s\"}".formatted(claim, token));
    }

    @Test
    void publishesOnceThatAnOrderIsToBeCancelled() {
        UUID order = Samples.placedOrder(api);

        Answer first = api.post("/orders/" + order + "/cancellation");
        Answer second = api.post("/orders/" + order + "/cancellation");

        assertThat(first.status()).isEqualTo(202);
        assertThat(first.location()).isEqualTo("/orders/" + order);
        assertThat(first.body().at("/status").asString()).isEqualTo("PENDING");
        assertThat(second).isEqualTo(first);
        await().untilAsserted(() -> assertThat(events(order))
                .extracting(event -> PublishedRecords.header(event, "ce_type"))
                .containsExactly("OrderPlaced", "OrderCancellationRequested"));
    }

    /** Another instance has published for the order and not sent it yet; a cancellation in front of its order would be ignored. */
    @Test
    void publishesACancellationBehindWhatAnotherInstanceHasPublishedBefore() {
        UUID order = Samples.placedOrder(api);
        await().until(() -> events(order).size() == 1);
        OrderServiceInstance.shared()
                .database()
                .sql("""
                INSERT INTO outbox (sender, size, keys, messages) VALUES (gen_random_uuid(), 1, ARRAY[:key],
                  json_build_array(json_build_object('topic', 'orders.events', 'key', :key,
                    'headers', json_build_object('ce_type', 'PublishedElsewhere'), 'value', '{}')))
                """)
                .param("key", order.toString())
                .update();

        api.post("/orders/" + order + "/cancellation");
        // as if the other instance had crashed a while ago
        OrderServiceInstance.shared()
                .database()
                .sql("""
                UPDATE outbox SET created_at = created_at - interval '1 hour'
                WHERE :key = ANY (keys) AND messages LIKE '%PublishedElsewhere%'
                """)
                .param("key", order.toString())
                .update();

        await().untilAsserted(() -> assertThat(events(order))
                .extracting(event -> PublishedRecords.header(event, "ce_type"))
                .containsExactly("OrderPlaced", "PublishedElsewhere", "OrderCancellationRequested"));
    }

    private static List<ConsumerRecord<String, String>> events(UUID order) {
        return ORDERS.of(order);
    }
}
