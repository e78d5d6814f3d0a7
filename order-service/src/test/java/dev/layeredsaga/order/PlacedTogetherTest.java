package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.order.Api.Answer;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Concurrent orders share transactions, but each has its own outcome. */
class PlacedTogetherTest {

    private static final PublishedRecords ORDERS = new PublishedRecords(Topics.ORDERS_EVENTS);
    private static final int MANY = 200;
    /** Small enough that each can be tried alone within the time for which a request waits. */
    private static final int FEWER = 30;

    /** More than all the locks together that a test here keeps hold up a request. */
    private static final Duration HELD_UP = Duration.ofSeconds(2);

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
            List<Answer> answers = placeFewer(1, this::ofMany);

            assertThat(answers.getFirst().status()).isEqualTo(503);
            assertThat(answers.subList(1, FEWER)).extracting(Answer::status).containsOnly(202);
            assertThat(count("*")).isEqualTo(FEWER - 1);
        } finally {
            service.changeTable("DROP TRIGGER cannot_take ON customer_order");
        }
    }

    /** Places orders at once, of which the first ones must be refused, and all others taken. */
    private List<Answer> placeFewer(int refused, IntFunction<String> orders) {
        return AtOnce.call(FEWER, i -> {
                    String body = orders.apply(i);
                    String keyOfOrder = key + "-" + i;
                    return i < refused ? api.order(body, keyOfOrder) : orderTaken(body, keyOfOrder);
                })
                .toList();
    }

    /**
     * Places an order that must be taken. Repeats it only if the first answer came so late that the machine must have
     * stood still. An order that were refused because of another one would be refused earlier, and is not repeated.
     */
    private Answer orderTaken(String body, String keyOfOrder) {
        long begin = System.nanoTime();
        Answer first = api.order(body, keyOfOrder);
        boolean heldUp = System.nanoTime() - begin >= HELD_UP.toNanos();
        return first.status() == 503 && heldUp ? api.orderUntilServed(body, keyOfOrder) : first;
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

            String order = Samples.order(customer, sku, 1);
            List<Answer> answers = placeFewer(2, i -> i == 1 ? waiting : order);

            assertThat(answers.subList(0, 2)).extracting(Answer::status).containsOnly(503);
            assertThat(answers.subList(2, FEWER)).extracting(Answer::status).containsOnly(202);
            // closing does not wait until the locks are free
            frozen.rollback();
        }
        assertThat(orderTaken(waiting, key + "-1").status()).isEqualTo(202);
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
