package dev.layeredsaga.inventory.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemsOverHttpTest {

    private static final String ONE_SEAT = "{\"onHand\": 1, \"policy\": \"EXCLUSIVE\"}";

    private final RunningInventory running = RunningInventory.shared();
    private final InventoryClient operator = running.client();
    private final InventoryClient bob = operator.as(LocalIssuer.get().customer("bob"));
    private final String seat = "seat-" + UUID.randomUUID();

    @Test
    void tellsCustomersNothingOfOthers() {
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
    void tellsOperatorsWho() {
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
    void tellsHoldersHowTheirClaimIsAndNotWhoWaitsForIt() {
        operator.putItem(seat, 1, "EXCLUSIVE");
        Answer claim = bob.claim("bob", seat);
        running.putInQueue(UUID.randomUUID(), seat);

        assertThat(bob.get("/claims/" + claim.text("claimId")).body().has("waiting"))
                .isFalse();
        assertThat(operator.get("/claims/" + claim.text("claimId")).body().path("waiting"))
                .hasSize(1);
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
    @ValueSource(strings = {"0", "W/\"0\"", "\"x\"", "\"0\", \"1\"", ""})
    void refusesTagsThatAreNone(String tag) {
        operator.putItem(seat, 1, "EXCLUSIVE");
        assertThat(put(tag).code()).isEqualTo("VALIDATION_FAILED");
    }

    private Answer put(String ifMatch) {
        return operator.send("PUT", "/items/" + seat, ONE_SEAT, Map.of("If-Match", ifMatch));
    }
}
