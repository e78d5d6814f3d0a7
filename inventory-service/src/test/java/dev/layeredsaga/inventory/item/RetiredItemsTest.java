package dev.layeredsaga.inventory.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code DELETE /items/{sku}}: a retired item is as one that was never there, until it is put again. */
class RetiredItemsTest {

    private final RunningInventory running = RunningInventory.shared();
    private final InventoryClient operator = running.client();
    private final String seat = "seat-" + UUID.randomUUID();
    private final String path = "/items/" + seat;

    @Test
    void areAsIfTheyHadNeverBeenThere() {
        operator.putItem(seat, 3, "COUNTED");

        assertThat(operator.delete(path).status()).isEqualTo(204);

        Answer claim = operator.claim("mina", seat);
        Answer unknown = operator.claim("mina", seat + "-unknown");
        assertThat(claim.status()).isEqualTo(unknown.status()).isEqualTo(409);
        assertThat(claim.code()).isEqualTo(unknown.code()).isEqualTo("UNKNOWN_SKU");
        assertThat(operator.get(path).status()).isEqualTo(404);
        assertThat(operator.move(seat, 1, seat).status()).isEqualTo(404);
        assertThat(operator.get("/items?limit=1&after=" + seat.substring(0, seat.length() - 1))
                        .response()
                        .body())
                .doesNotContain(seat);
        assertThat(operator.get("/locks?sku=" + seat).body().path("items")).isEmpty();
    }

    @Test
    void areRetiredHoweverOftenItIsAsked() {
        operator.putItem(seat, 3, "COUNTED");
        assertThat(operator.delete(path).status()).isEqualTo(204);
        assertThat(operator.delete(path).status()).isEqualTo(204);
        assertThat(operator.delete(path + "-unknown").status()).isEqualTo(204);
    }

    @Test
    void areNotHeld() {
        operator.putItem(seat, 2, "COUNTED");
        Answer claim = operator.claim("mina", seat);

        Answer refused = operator.delete(path);

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("ITEM_IN_USE");
        assertThat(refused.body().path("reserved").asInt()).isOne();
        assertThat(refused.body().path("queueLength").asInt()).isZero();
        assertThat(operator.item(seat).path("onHand").asInt()).isEqualTo(2);
        operator.release(claim);
        assertThat(operator.delete(path).status()).isEqualTo(204);
    }

    @Test
    void areNotWaitedFor() {
        operator.putItem(seat, 1, "EXCLUSIVE");
        running.putInQueue(UUID.randomUUID(), seat);

        Answer refused = operator.delete(path);

        assertThat(refused.code()).isEqualTo("ITEM_IN_USE");
        assertThat(refused.body().path("reserved").asInt()).isZero();
        assertThat(refused.body().path("queueLength").asInt()).isOne();
    }

    @Test
    void comeBackByPutAsNewOnes() {
        String before = operator.putItem(seat, 3, "COUNTED").header("ETag");
        operator.confirm(operator.claim("mina", seat));
        operator.delete(path);

        assertThat(operator.send("PUT", path, "{\"onHand\": 5}", Map.of()).status())
                .isEqualTo(400);
        assertThat(put("If-Match", "*").status()).isEqualTo(412);
        Answer back = put("If-None-Match", "*");

        assertThat(back.status()).isEqualTo(201);
        assertThat(back.body().path("onHand").asInt()).isEqualTo(5);
        assertThat(back.body().has("soldSinceSet")).isFalse();
        assertThat(put("If-Match", before).status()).as("another version").isEqualTo(412);
        assertThat(operator.claim("mina", seat).status()).isEqualTo(201);
        assertThat(operator.item(seat).path("onHand").asLong()).isEqualTo(running.onHandByTheLedger(seat));
    }

    @Test
    void keepTheirLedger() {
        operator.putItem(seat, 3, "COUNTED");
        operator.delete(path);

        var retired = operator.get(path + "/movements").body().path("movements").path(0);

        assertThat(retired.path("delta").asInt()).isEqualTo(-3);
        assertThat(retired.path("reason").asString()).isEqualTo("retired");
        assertThat(running.onHandByTheLedger(seat)).isZero();
        assertThat(running.unbalanced()).doesNotContain(seat);
    }

    @Test
    void areOnlyThoseThatWereSeen() {
        String seen = operator.putItem(seat, 3, "COUNTED").header("ETag");
        String now = operator.putItem(seat, 4, "COUNTED").header("ETag");

        assertThat(deleteIf(seen).code()).isEqualTo("PRECONDITION_FAILED");
        assertThat(operator.get(path).status()).isEqualTo(200);
        assertThat(deleteIf(now).status()).isEqualTo(204);
        assertThat(deleteIf("*").status()).as("nothing there").isEqualTo(412);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "\"0\" \"1\"", ""})
    void areNotThoseOfATagThatIsNone(String tag) {
        operator.putItem(seat, 3, "COUNTED");
        assertThat(deleteIf(tag).code()).isEqualTo("VALIDATION_FAILED");
    }

    private Answer deleteIf(String tag) {
        return operator.send("DELETE", path, "", Map.of("If-Match", tag));
    }

    private Answer put(String header, String value) {
        return operator.send("PUT", path, "{\"onHand\": 5, \"policy\": \"COUNTED\"}", Map.of(header, value));
    }
}
