package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.order.Api.Answer;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Concurrent orders share transactions, but each has its own outcome. */
class PlacedTogetherTest {

    private static final PublishedRecords ORDERS = new PublishedRecords(Topics.ORDERS_EVENTS);
    private static final int MANY = 200;
    /** Small enough that each can be tried alone within the time for which a request waits, even if the machine pauses. */
    private static final int FEWER = 30;

    private static final int PRICE = 1990;

    private final OrderServiceInstance service = OrderServiceInstance.shared();
    private final Api api = service.api();
    private final String customer = Samples.unique("customer");
    private final String sku = Samples.product(api, PRICE, "KRW");
    private final String key = Samples.unique("key");

    @Tag("timing")
    @Test
    void sharesTransactions() {
        placeMany(MANY);

        assertThat(count("DISTINCT xmin::text")).isLessThan(MANY / 2);
    }

    @Test
    void givesEveryoneTheirOwnAnswer() {
        List<Answer> answers = AtOnce.call(MANY, i -> api.orderUntilServed(ofMany(i), key + "-" + i))
                .toList();

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

    private List<Answer> placeMany(int many) {
        return AtOnce.call(many, i -> api.order(ofMany(i), key + "-" + i)).toList();
    }

    private String ofMany(int number) {
        return Samples.order(customer, sku, number + 1);
    }

    @Test
    void refusesOnlyThoseThatAreWrong() {
        List<Answer> answers = AtOnce.call(MANY, i -> api.orderUntilServed(order(i), key + "-" + i / 2))
                .toList();

        // of each pair with the same key one is placed; if one has an unknown product, the other is placed
        assertThat(IntStream.range(0, MANY / 2))
                .allSatisfy(pair -> assertThat(List.of(
                                answers.get(2 * pair).status(),
                                answers.get(2 * pair + 1).status()))
                        .containsExactlyInAnyOrder(202, 422));
        assertThat(count("*")).isEqualTo(MANY / 2);
    }

    @Test
    void refusesOnlyTheOneThatTheDatabaseCannotTake() {
        service.database().sql("""
                        CREATE OR REPLACE FUNCTION cannot_take() RETURNS trigger AS
                          $$ BEGIN RAISE EXCEPTION 'not this one'; END $$ LANGUAGE plpgsql""").update();
        service.changeTable("""
                        CREATE TRIGGER cannot_take BEFORE INSERT ON customer_order FOR EACH ROW
                          WHEN (NEW.customer_id = '%s' AND NEW.total_amount = %d) EXECUTE FUNCTION cannot_take()""".formatted(customer, PRICE));
        try {
            assertThat(placeMany(FEWER))
                    .extracting(Answer::status)
                    .containsOnlyOnce(503)
                    .contains(202)
                    .containsOnly(503, 202);
            assertThat(count("*")).isEqualTo(FEWER - 1);
        } finally {
            service.changeTable("DROP TRIGGER cannot_take ON customer_order");
        }
    }

    /** As an instance that is frozen keeps them. */
    @Test
    void waitsNeitherForAKeyNorForACustomerThatAnotherTransactionKeeps() throws SQLException {
        UUID another = Samples.placedOrder(api);
        String waiting = Samples.order(customer + "-2", sku, 1).replace("\"pm_ok\"", "\"pm_ok\", \"onBusy\": \"WAIT\"");
        try (Connection frozen = service.connect();
                Statement keep = frozen.createStatement()) {
            frozen.setAutoCommit(false);
            keep.execute("UPDATE customer_order SET idempotency_key = '%s-0' WHERE id = '%s'".formatted(key, another));
            keep.execute("SELECT pg_advisory_xact_lock(%d, hashtext('%s-2'))".formatted(0x0DE5, customer));

            List<Answer> answers = AtOnce.call(
                            FEWER, i -> api.order(i == 1 ? waiting : Samples.order(customer, sku, 1), key + "-" + i))
                    .toList();

            assertThat(answers.subList(0, 2)).extracting(Answer::status).containsOnly(503);
            assertThat(answers.subList(2, FEWER)).extracting(Answer::status).containsOnly(202);
        }
        assertThat(api.order(waiting, key + "-1").status()).isEqualTo(202);
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
