package dev.layeredsaga.inventory.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.JsonNode;

class ItemsOverHttpTest {

    private static final String ONE_SEAT = "{\"onHand\": 1, \"policy\": \"EXCLUSIVE\"}";

    private final RunningInventory running = RunningInventory.shared();
    private final InventoryClient operator = running.client();
    private final InventoryClient bob = operator.as(LocalIssuer.get().customer("bob"));
    private final String seat = "seat-" + UUID.randomUUID();

    @Test
    void showsCustomersNothingOfOthers() {
        operator.putItem(seat, 1, "EXCLUSIVE");
        operator.as(LocalIssuer.get().customer("alice@secret.example")).claim("alice@secret.example", seat);
        UUID waiting = UUID.randomUUID();
        running.putInQueue(waiting, seat);

        Answer seen = bob.get("/items/" + seat);

        assertThat(seen.response().body()).doesNotContain("alice", waiting.toString());
        assertThat(seen.body().path("sagaId").isNull()).isTrue();
        assertThat(seen.body().has("waiting")).isFalse();
        assertThat(seen.text("status")).isEqualTo("RESERVING");
        assertThat(seen.text("lockedAt")).isNotEmpty();
        assertThat(seen.text("lockExpiresAt")).isNotEmpty();
        assertThat(seen.body().path("queueLength").asInt()).isOne();
    }

    @Test
    void showsOperatorsWho() {
        operator.putItem(seat, 1, "EXCLUSIVE");
        operator.claim("alice", seat);
        UUID waiting = UUID.randomUUID();
        running.putInQueue(waiting, seat);

        Answer seen = operator.get("/items/" + seat);

        assertThat(seen.text("sagaId")).isEqualTo("alice");
        assertThat(seen.body().path("waiting").path(0).path("sagaId").asString())
                .isEqualTo(waiting.toString());
        assertThat(seen.body().path("queueLength").asInt()).isOne();
    }

    @Test
    void showsHoldersHowTheirClaimIsAndNotWhoWaitsForIt() {
        operator.putItem(seat, 1, "EXCLUSIVE");
        Answer claim = bob.claim("bob", seat);
        running.putInQueue(UUID.randomUUID(), seat);

        assertThat(bob.get("/claims/" + claim.text("claimId")).body().has("waiting"))
                .isFalse();
        assertThat(operator.get("/claims/" + claim.text("claimId")).body().path("waiting"))
                .hasSize(1);
    }

    @Test
    void listsWhatIsLeftPageByPage() {
        List<String> skus = Stream.of(1, 2, 3).map(i -> seat + "-" + i).toList();
        skus.forEach(sku -> operator.putItem(sku, 7, "COUNTED"));
        bob.claim("bob", skus.getFirst());

        JsonNode page = bob.get("/items?limit=2&after=" + seat).body();
        JsonNode rest =
                bob.get("/items?limit=1&after=" + page.path("next").asString()).body();

        assertThat(texts(page.path("items"), "sku")).containsExactly(skus.get(0), skus.get(1));
        assertThat(page.path("items").get(0).path("available").asInt()).isEqualTo(6);
        assertThat(page.path("items").get(1)).isEqualTo(bob.item(skus.get(1)));
        assertThat(texts(rest.path("items"), "sku")).containsExactly(skus.get(2));
    }

    @Test
    void listsEachItemOnceAndEnds() {
        operator.putItem(seat, 1, "EXCLUSIVE");
        operator.putItem(seat + "-2", 1, "EXCLUSIVE");
        int all = running.database()
                .sql("SELECT count(*) FROM item WHERE NOT retired")
                .query(Integer.class)
                .single();
        List<String> found = new ArrayList<>();
        String query = "?limit=100";
        while (!query.isEmpty() && found.size() <= all) {
            JsonNode page = bob.get("/items" + query).body();
            found.addAll(texts(page.path("items"), "sku"));
            query = page.has("next") ? "?limit=100&after=" + page.path("next").asString() : "";
        }

        assertThat(found).doesNotHaveDuplicates().hasSize(all);
    }

    /** Checks that a list shows as much of others as the item alone does, and none who waits. */
    @Test
    void listsHoldersForOperatorsOnly() {
        String item = seat + "-1";
        operator.putItem(item, 1, "EXCLUSIVE");
        operator.claim("alice", item);
        running.putInQueue(UUID.randomUUID(), item);
        String path = "/items?limit=1&after=" + seat;

        JsonNode seenByAll = bob.get(path).body().path("items").get(0);
        JsonNode seenByOperators = operator.get(path).body().path("items").get(0);

        assertThat(seenByAll).isEqualTo(bob.item(item));
        assertThat(seenByOperators.path("sagaId").asString()).isEqualTo("alice");
        assertThat(seenByOperators.path("queueLength").asInt()).isOne();
        assertThat(seenByOperators.has("waiting")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"limit=0, limit", "limit=101, limit", "limit=x, limit", "after=, after", "after=a%20b, after"})
    void namesTheParameterThatIsWrong(String query, String field) {
        Answer answer = bob.get("/items?" + query);

        assertThat(answer.code()).isEqualTo("VALIDATION_FAILED");
        assertThat(answer.body().at("/errors/0/field").asString()).isEqualTo(field);
    }

    /** The statement is the one that Hibernate makes of the list's query. A plan that sorts would read every item for each page. */
    @Test
    void findsAPageByTheIndexOfTheSkus() {
        String plan = running.bean(TransactionOperations.class).execute(transaction -> {
            running.database().sql("SET LOCAL enable_seqscan = off").update();
            running.database().sql("SET LOCAL enable_sort = off").update();
            return String.join(
                    "\n", running.database().sql("""
                            EXPLAIN SELECT * FROM item WHERE sku > 'seat' AND NOT retired ORDER BY sku FETCH FIRST 21 ROWS ONLY
                            """).query(String.class).list());
        });

        assertThat(plan).contains("item_pkey", "Index Cond").doesNotContain("Sort");
    }

    private static List<String> texts(JsonNode elements, String field) {
        return elements.valueStream()
                .map(element -> element.path(field).asString())
                .toList();
    }

    @Test
    void replacesOnlyWhatWasSeen() {
        String seen = operator.putItem(seat, 1, "EXCLUSIVE").header("ETag");
        assertThat(operator.get("/items/" + seat).header("ETag")).isEqualTo(seen);
        assertThat(put(seen).status()).isEqualTo(200);
        String now = operator.putItem(seat, 2, "EXCLUSIVE").header("ETag");

        Answer late = put(seen);

        assertThat(late.status()).isEqualTo(412);
        assertThat(late.code()).isEqualTo("PRECONDITION_FAILED");
        assertThat(operator.item(seat).path("onHand").asInt()).isEqualTo(2);
        assertThat(put(now).status()).isEqualTo(200);
        assertThat(put("*").status()).isEqualTo(200);
    }

    /** Checks that an entity tag is outdated once stock was claimed. */
    @Test
    void countsAClaimAsAChange() {
        String seen = operator.putItem(seat, 1, "EXCLUSIVE").header("ETag");
        operator.claim("alice", seat);
        assertThat(put(seen).code()).isEqualTo("PRECONDITION_FAILED");
    }

    @Test
    void addsNothingWhereSomethingWasSeen() {
        assertThat(put("*").status()).isEqualTo(412);
        assertThat(put("\"0\"").status()).isEqualTo(412);
        assertThat(operator.get("/items/" + seat).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "\"0\" \"1\"", ""})
    void refusesTagsThatAreNone(String tag) {
        operator.putItem(seat, 1, "EXCLUSIVE");
        assertThat(put(tag).code()).isEqualTo("VALIDATION_FAILED");
    }

    /** A thousand books that were sold one order at a time, for want of a word. */
    @Test
    void areNotCreatedWithoutAPolicyAndKeepTheirsWithoutOne() {
        Answer refused = operator.send("PUT", "/items/" + seat, "{\"onHand\": 1000}", Map.of());
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo("VALIDATION_FAILED");
        assertThat(refused.body().path("errors").path(0).path("field").asString())
                .isEqualTo("policy");
        assertThat(operator.get("/items/" + seat).status()).isEqualTo(404);

        operator.putItem(seat, 1000, "COUNTED");
        Answer more = operator.send("PUT", "/items/" + seat, "{\"onHand\": 1200}", Map.of());

        assertThat(more.status()).isEqualTo(200);
        assertThat(more.text("policy")).isEqualTo("COUNTED");
        assertThat(more.body().path("onHand").asInt()).isEqualTo(1200);
    }

    @Test
    void saysThatSoldPiecesAreForSaleAgain() {
        operator.putItem(seat, 10, "COUNTED");
        operator.confirm(operator.claim("mina", seat, 3));
        operator.move(seat, 1, seat);

        assertThat(operator.putItem(seat, 8, "COUNTED").body().has("soldSinceSet"))
                .as("as many as are left")
                .isFalse();
        operator.confirm(operator.claim("mina", seat, 2));
        assertThat(operator.putItem(seat, 5, "COUNTED").body().has("soldSinceSet"))
                .as("less than is left")
                .isFalse();
        operator.confirm(operator.claim("mina", seat, 2));
        Answer back = operator.putItem(seat, 4, "COUNTED");

        assertThat(back.status()).isEqualTo(200);
        assertThat(back.body().path("soldSinceSet").asInt()).isEqualTo(2);
        assertThat(operator.putItem(seat, 5, "COUNTED").body().has("soldSinceSet"))
                .as("none since")
                .isFalse();
        assertThat(operator.item(seat).has("soldSinceSet")).isFalse();
    }

    @Test
    void addsOnlyWhatIsNotThere() {
        Map<String, String> onlyNew = Map.of("If-None-Match", "*");
        assertThat(operator.send("PUT", "/items/" + seat, ONE_SEAT, onlyNew).status())
                .isEqualTo(201);
        assertThat(operator.send("PUT", "/items/" + seat, ONE_SEAT, onlyNew).code())
                .isEqualTo("PRECONDITION_FAILED");
    }

    private Answer put(String ifMatch) {
        return operator.send("PUT", "/items/" + seat, ONE_SEAT, Map.of("If-Match", ifMatch));
    }
}
