package dev.layeredsaga.inventory.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code POST /items/{sku}/movements}: the stock changed by a difference, once for each key, in a ledger that adds up. */
class MovementsTest {

    private static final String RECOUNT = "{\"delta\": -4, \"reason\": \"damaged\"}";

    private final RunningInventory running = RunningInventory.shared();
    private final InventoryClient operator = running.client();
    private final String book = "book-" + UUID.randomUUID();
    private final String key = UUID.randomUUID().toString();

    @Test
    void changesTheStockByADifference() {
        operator.putItem(book, 10, "COUNTED");
        operator.claim("mina", book, 3);

        Answer moved = operator.move(book, RECOUNT, key);

        assertThat(moved.status()).isEqualTo(201);
        assertThat(moved.body().path("id").asLong()).isPositive();
        assertThat(moved.text("sku")).isEqualTo(book);
        assertThat(moved.body().path("delta").asInt()).isEqualTo(-4);
        assertThat(moved.text("reason")).isEqualTo("damaged");
        assertThat(moved.text("operator")).isEqualTo("kim");
        assertThat(moved.body().path("available").asInt()).isEqualTo(3);
        assertThat(Instant.parse(moved.text("occurredAt"))).isNotNull();
        assertThat(operator.item(book).path("onHand").asInt()).isEqualTo(6);
    }

    @Test
    void answersARepetitionWithTheSameMovement() {
        operator.putItem(book, 10, "COUNTED");
        Answer first = operator.move(book, RECOUNT, key);
        operator.claim("mina", book, 6);

        Answer again = operator.move(book, RECOUNT, key);
        Answer quoted = operator.move(book, RECOUNT, "\"" + key + "\"");

        assertThat(again.status()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body()).isEqualTo(quoted.body());
        assertThat(operator.item(book).path("onHand").asInt()).isEqualTo(6);
    }

    @Test
    void refusesAnotherMovementUnderTheKey() {
        String other = book + "-2";
        operator.putItem(book, 10, "COUNTED");
        operator.putItem(other, 10, "COUNTED");
        operator.move(book, RECOUNT, key);

        for (Answer answer : List.of(
                operator.move(book, RECOUNT.replace("-4", "-5"), key),
                operator.move(book, RECOUNT.replace("damaged", "stolen"), key),
                operator.move(other, RECOUNT, key))) {
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
        }
        assertThat(operator.item(book).path("onHand").asInt()).isEqualTo(6);
        assertThat(operator.item(other).path("onHand").asInt()).isEqualTo(10);
    }

    @Test
    void leavesEachCallerTheirOwnKeys() {
        operator.putItem(book, 10, "COUNTED");
        operator.move(book, RECOUNT, key);

        Answer others = operator.as(LocalIssuer.get().operator("lee")).move(book, RECOUNT, key);

        assertThat(others.status()).isEqualTo(201);
        assertThat(others.body().path("available").asInt()).isEqualTo(2);
    }

    @Test
    void takesNothingThatIsHeldAndForgetsTheRefusal() {
        operator.putItem(book, 5, "COUNTED");
        Answer claim = operator.claim("mina", book, 3);

        Answer refused = operator.move(book, -3, key);

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("ON_HAND_BELOW_RESERVED");
        assertThat(refused.body().path("reserved").asInt()).isEqualTo(3);
        assertThat(operator.item(book).path("onHand").asInt()).isEqualTo(5);
        operator.release(claim);
        assertThat(operator.move(book, -3, key).status()).isEqualTo(201);
    }

    @Test
    void givesWhatComesToThoseWhoWait() {
        operator.putItem(book, 1, "COUNTED");
        operator.claim("mina", book);
        running.putInQueue(UUID.randomUUID(), book);

        Answer moved = operator.move(book, 1, key);

        assertThat(moved.body().path("available").asInt()).isZero();
        assertThat(operator.item(book).path("reserved").asInt()).isEqualTo(2);
        assertThat(operator.item(book).path("queueLength").asInt()).isZero();
    }

    @Test
    void knowsNoItemThatWasNeverPut() {
        Answer answer = operator.move(book, 1, key);

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.code()).isEqualTo("ITEM_NOT_FOUND");
    }

    @Test
    void wantsAKey() {
        operator.putItem(book, 1, "COUNTED");
        Answer without = operator.post("/items/" + book + "/movements", RECOUNT);

        assertThat(without.status()).isEqualTo(400);
        assertThat(without.code()).isEqualTo("IDEMPOTENCY_KEY_MISSING");
        assertThat(operator.move(book, RECOUNT, "\"open").code()).isEqualTo("IDEMPOTENCY_KEY_MALFORMED");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"reason\": \"a\"}                        | delta",
                "{\"delta\": 0, \"reason\": \"a\"}          | delta",
                "{\"delta\": 1.5, \"reason\": \"a\"}        | delta",
                "{\"delta\": 1000000001, \"reason\": \"a\"} | delta",
                "{\"delta\": -1000000001, \"reason\": \"a\"}| delta",
                "{\"delta\": 1000000000, \"reason\": \"a\"} | delta",
                "{\"delta\": 1}                           | reason",
                "{\"delta\": 1, \"reason\": \" \"}          | reason",
                "{\"delta\": 1, \"reason\": \"a\\u0000\"}   | reason"
            })
    void namesTheFieldThatIsWrong(String body, String field) {
        operator.putItem(book, 1, "COUNTED");
        Answer answer = operator.move(book, body, key);

        assertThat(answer.code()).isEqualTo("VALIDATION_FAILED");
        assertThat(answer.body().at("/errors/0/field").asString()).isEqualTo(field);
        assertThat(operator.item(book).path("onHand").asInt()).isOne();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201})
    void boundsTheReason(int length) {
        operator.putItem(book, 1, "COUNTED");
        String body = "{\"delta\": 1, \"reason\": \"%s\"}".formatted("r".repeat(length));

        assertThat(operator.move(book, body, key).status()).isEqualTo(length == 200 ? 201 : 400);
    }

    @Test
    void refusesAPreconditionAsItKnowsNone() {
        operator.putItem(book, 1, "COUNTED");
        Answer answer = operator.send(
                "POST", "/items/" + book + "/movements", RECOUNT, Map.of("Idempotency-Key", key, "If-Match", "\"0\""));

        assertThat(answer.status()).isEqualTo(400);
    }

    @Test
    void addUpToWhatIsOnHandAndSold() {
        operator.putItem(book, 10, "COUNTED");
        operator.move(book, 5, key);
        operator.confirm(operator.claim("mina", book, 4));
        operator.putItem(book, 20, "COUNTED");
        operator.putItem(book, 20, "COUNTED");
        operator.claim("mina", book, 2);

        assertThat(operator.item(book).path("onHand").asLong()).isEqualTo(running.onHandByTheLedger(book));
        assertThat(running.unbalanced()).doesNotContain(book);
        assertThat(deltas(operator.get("/items/" + book + "/movements").body())).containsExactly(9, 5, 10);
    }

    @Test
    void areListedNewestFirstPageByPage() {
        operator.putItem(book, 1, "COUNTED");
        operator.move(book, 2, key + 2);
        operator.move(book, 3, key + 3);
        String path = "/items/" + book + "/movements?limit=2";

        JsonNode page = operator.get(path).body();
        JsonNode rest =
                operator.get(path + "&after=" + page.path("next").asLong()).body();

        assertThat(deltas(page)).containsExactly(3, 2);
        assertThat(page.path("movements").path(0).path("reason").asString()).isEqualTo("counted");
        assertThat(deltas(rest)).containsExactly(1);
        assertThat(rest.path("movements").path(0).path("reason").asString()).isEqualTo("set");
        assertThat(rest.has("next")).isFalse();
    }

    private static List<Integer> deltas(JsonNode page) {
        return page.path("movements")
                .valueStream()
                .map(movement -> movement.path("delta").asInt())
                .toList();
    }
}
