package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.order.Api.Answer;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Concurrent orders share transactions, but each has its own outcome. */
class PlacedTogetherTest {

    private static final PublishedRecords ORDERS = new PublishedRecords(Topics.ORDERS_EVENTS);
    private static final int MANY = 200;
    private static final int PRICE = 1990;

    private final OrderServiceInstance service = OrderServiceInstance.shared();
    private final Api api = service.api();
    private final String customer = Samples.unique("customer");
    private final String sku = Samples.product(api, PRICE, "KRW");
    private final String key = Samples.unique("key");

    @Tag("timing")
    @Test
    void sharesTransactions() {
        placeMany();

        assertThat(count("DISTINCT xmin::text")).isLessThan(MANY / 2);
    }

    @Test
    void givesEveryoneTheirOwnAnswer() {
        List<Answer> answers = placeMany();

        assertThat(IntStream.range(0, MANY)).allSatisfy(i -> {
            assertThat(answers.get(i).status()).isEqualTo(202);
            assertThat(answers.get(i).body().at("/total/amount").asLong()).isEqualTo(PRICE * (i + 1L));
        });
        assertThat(count("*")).isEqualTo(MANY);
        List<String> placed =
                answers.stream().map(answer -> answer.orderId().toString()).toList();
        await().untilAsserted(() ->
                assertThat(ORDERS.all()).extracting(ConsumerRecord::key).containsAll(placed));
    }

    private List<Answer> placeMany() {
        return AtOnce.call(MANY, i -> api.order(Samples.order(customer, sku, i + 1), key + "-" + i))
                .toList();
    }

    @Test
    void refusesOnlyThoseThatAreWrong() {
        List<Answer> answers =
                AtOnce.call(MANY, i -> api.order(order(i), key + "-" + i / 2)).toList();

        // of each pair with the same key one is placed; if one has an unknown product, the other is placed
        assertThat(IntStream.range(0, MANY / 2))
                .allSatisfy(pair -> assertThat(List.of(
                                answers.get(2 * pair).status(),
                                answers.get(2 * pair + 1).status()))
                        .containsExactlyInAnyOrder(202, 422));
        assertThat(count("*")).isEqualTo(MANY / 2);
    }

    private String order(int number) {
        return Samples.order(customer, number % 10 == 0 ? "unheard-of" : sku, number + 1);
    }

    private long count(String what) {
        return service.database()
                .sql("SELECT count(" + what + ") FROM customer_order WHERE customer_id = ?")
                .param(customer)
                .query(Long.class)
                .single();
    }
}
