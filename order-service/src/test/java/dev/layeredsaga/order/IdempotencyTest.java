package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.order.Api.Answer;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class IdempotencyTest {

    private static final PublishedRecords ORDERS = new PublishedRecords(Topics.ORDERS_EVENTS);

    private final OrderServiceInstance service = OrderServiceInstance.shared();
    private final Api api = service.api();
    private final String key = Samples.unique("key");
    private final String customer = Samples.unique("customer");
    private final String sku = Samples.product(api, 1990, "KRW");
    private final String order = Samples.order(customer, sku, 2);

    @Test
    void answersAReplayAsTheFirstTime() {
        Answer first = api.order(order, key);

        assertThat(api.order(order, key)).isEqualTo(first);
        assertThat(api.order(order, "\"" + key + "\"")).isEqualTo(first);
        assertThat(ordersOfTheCustomer()).isOne();
    }

    @Test
    void answersAReplayAsTheFirstTimeEvenIfPricesAndStatusHaveChanged() {
        Answer first = api.order(order, key);
        api.put("/products/" + sku, Samples.product(1, "EUR"));
        service.database()
                .sql("UPDATE customer_order SET status = 'CONFIRMED', updated_at = now() WHERE id = ?")
                .param(first.orderId())
                .update();

        assertThat(api.order(order, key)).isEqualTo(first);
        assertThat(api.get(first.location()).body().at("/status").asString()).isEqualTo("CONFIRMED");
    }

    @Test
    void refusesTheKeyForAnotherOrder() {
        Answer first = api.order(order, key);

        Answer second = api.order(Samples.order(customer, sku, 3), key);

        assertThat(second.status()).isEqualTo(422);
        assertThat(second.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
        assertThat(ordersOfTheCustomer()).isOne();
        assertThat(api.order(order, key)).isEqualTo(first);
    }

    @Test
    void placesTheOrderAtTheTotalThatIsExpected() {
        String expecting =
                order.replace("\"pm_ok\"", "\"pm_ok\", \"expectedTotal\": {\"amount\": %d, \"currency\": \"KRW\"}");

        Answer refused = api.order(expecting.formatted(3979), key);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("PRICE_CHANGED");
        assertThat(refused.body().at("/total/amount").asInt()).isEqualTo(3980);
        assertThat(ordersOfTheCustomer()).isZero();

        Answer placed = api.order(expecting.formatted(3980), key);
        assertThat(placed.status()).isEqualTo(202);
        assertThat(api.order(order, key)).isEqualTo(placed);
    }

    /** As in a database that has been restored to a time before the order. */
    @Test
    void placesTheSameOrderAgainAfterItWasLost() {
        Answer first = api.order(order, key);
        service.database()
                .sql("DELETE FROM customer_order WHERE id = ?")
                .param(first.orderId())
                .update();

        Answer second = api.order(order, key);

        assertThat(second.status()).isEqualTo(202);
        assertThat(second.orderId()).isEqualTo(first.orderId());
        await().untilAsserted(() -> assertThat(placedEventsOfTheCustomer()).isEqualTo(2));
    }

    @Test
    void keepsNoKeyOfARefusedOrder() {
        String unknown = Samples.unique("later");
        assertThat(api.order(Samples.order(customer, unknown, 1), key).status()).isEqualTo(422);

        api.put("/products/" + unknown, Samples.product(1, "KRW"));

        assertThat(api.order(Samples.order(customer, unknown, 1), key).status()).isEqualTo(202);
    }

    /**
     * Two instances share one database; on each, ten requests find no order with the key, because none is committed yet. All twenty
     * try to insert one, and only the unique constraint ensures that a single one succeeds.
     */
    @Test
    void placesOneOrderHoweverManyAskAtOnceOnHoweverManyInstances() {
        try (OrderServiceInstance other = OrderServiceInstance.start()) {
            List<Api> instances = List.of(api, other.api());
            for (int round = 0; round < 10; round++) {
                placesOneOrder(instances, key + "-" + round);
            }
        }
        assertThat(ordersOfTheCustomer()).isEqualTo(10);
        await().untilAsserted(() -> assertThat(placedEventsOfTheCustomer()).isEqualTo(10));
    }

    private void placesOneOrder(List<Api> instances, String keyOfTheRound) {
        List<Answer> answers = AtOnce.call(20, i -> instances.get(i % 2).orderUntilServed(order, keyOfTheRound))
                .toList();

        assertThat(answers).extracting(Answer::status).containsOnly(202);
        assertThat(answers).containsOnly(answers.getFirst());
    }

    @RepeatedTest(3)
    void letsOneOfTwoOrdersHaveTheKeyIfTheyComeAtOnce() {
        List<Answer> answers = AtOnce.call(10, i -> api.orderUntilServed(Samples.order(customer, sku, 1 + i % 2), key))
                .toList();

        assertThat(answers).extracting(Answer::status).containsOnly(202, 422);
        assertThat(ordersOfTheCustomer()).isOne();
    }

    private long ordersOfTheCustomer() {
        return service.database()
                .sql("SELECT count(*) FROM customer_order WHERE customer_id = ?")
                .param(customer)
                .query(Long.class)
                .single();
    }

    private long placedEventsOfTheCustomer() {
        return ORDERS.all().stream()
                .filter(record -> record.value().contains(customer))
                .count();
    }
}
