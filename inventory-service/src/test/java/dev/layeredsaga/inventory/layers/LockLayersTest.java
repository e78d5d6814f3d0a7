package dev.layeredsaga.inventory.layers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.inventory.section.Section;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import tools.jackson.databind.JsonNode;

/** The three lock layers of an item, as operators read them over HTTP. */
class LockLayersTest {

    private final RunningInventory running = RunningInventory.shared();
    private final InventoryClient operator = running.client();
    private final String sku = "layers-" + UUID.randomUUID();

    @Test
    void showsWhoHoldsAnItemUntilWhenAndWhoWaits() {
        operator.putItem(sku, 1, "EXCLUSIVE");
        Answer claim = operator.claim("mina", sku);
        UUID waiting = UUID.randomUUID();
        running.putInQueue(waiting, sku);

        JsonNode item = layersOf(sku);

        assertThat(item.path("semanticLock").path("owner").asString()).isEqualTo("mina");
        assertThat(item.path("semanticLock").path("claimId").asString()).isEqualTo(claim.text("claimId"));
        assertThat(item.path("semanticLock").path("until").asString()).isEqualTo(claim.text("expiresAt"));
        assertThat(item.path("claims").path(0).path("quantity").asInt()).isEqualTo(1);
        assertThat(item.path("queue").path(0).path("sagaId").asString()).isEqualTo(waiting.toString());
        assertThat(item.path("rlock").isMissingNode()).isTrue();
        assertThat(item.path("findings")).isEmpty();
        assertThat(item.toString()).doesNotContain(claim.text("token"));
    }

    @Test
    void showsTheRLockOfASectionThatIsRunning() {
        operator.putItem(sku, 1, "COUNTED");

        JsonNode item = running.bean(Section.class).run(new TreeSet<>(List.of(sku)), () -> layersOf(sku));

        assertThat(item.path("rlock").path("holder").asString()).startsWith("this instance, thread ");
        assertThat(item.path("rlock").path("leaseLeftMillis").asLong()).isBetween(1L, 5_000L);
        assertThat(item.path("findings")).isEmpty();
        assertThat(layersOf(sku).path("rlock").isMissingNode()).isTrue();
    }

    @Test
    void reportsAnRLockWithoutASection() throws InterruptedException {
        operator.putItem(sku, 1, "COUNTED");
        RLock stray = running.bean(RedissonClient.class).getLock("inventory:lock:" + sku);
        assertThat(stray.tryLock(0, 60_000, TimeUnit.MILLISECONDS)).isTrue();
        try {
            assertThat(findingsOn(sku)).containsExactly("RLOCK_WITHOUT_SECTION");
        } finally {
            stray.unlock();
        }
        assertThat(findingsOn(sku)).isEmpty();
    }

    @Test
    void reportsAnRLockWithoutAnItem() throws InterruptedException {
        RLock stray = running.bean(RedissonClient.class).getLock("inventory:lock:" + sku);
        assertThat(stray.tryLock(0, 60_000, TimeUnit.MILLISECONDS)).isTrue();
        try {
            assertThat(operator.get("/locks").body().path("rlocksWithoutItem").toString())
                    .contains(sku);
        } finally {
            stray.unlock();
        }
    }

    /** The reaper of this instance does not run by itself. */
    @Test
    void reportsASemanticLockThatShouldHaveBeenCleared() {
        operator.putItem(sku, 1, "EXCLUSIVE");
        operator.claim("mina", sku);
        assertThat(findingsOn(sku)).isEmpty();

        running.database()
                .sql("UPDATE item SET lock_expires_at = clock_timestamp() - interval '31 s' WHERE sku = ?")
                .param(sku)
                .update();

        assertThat(findingsOn(sku)).containsExactly("SEMANTIC_LOCK_OVERDUE");
    }

    @Test
    void reportsASemanticLockOfAClaimThatHoldsNothing() {
        operator.putItem(sku, 1, "EXCLUSIVE");
        operator.claim("mina", sku);

        running.database()
                .sql("UPDATE item SET lock_claim_id = ? WHERE sku = ?")
                .param(UUID.randomUUID())
                .param(sku)
                .update();

        assertThat(findingsOn(sku)).containsExactly("SEMANTIC_LOCK_WITHOUT_CLAIM");
    }

    @Test
    void pagesThroughTheItemsThatAreHeldInTheOrderOfTheirSkus() {
        for (String suffix : List.of("-c", "-a", "-b", "-free")) {
            operator.putItem(sku + suffix, 1, "COUNTED");
        }
        operator.claim("mina", sku + "-a", sku + "-b", sku + "-c");

        JsonNode first = operator.get("/locks?limit=2&sku=" + sku).body();
        JsonNode second = operator.get("/locks?limit=2&sku=" + sku + "&after="
                        + first.path("next").asString())
                .body();

        assertThat(first.path("items").findValuesAsString("sku")).contains(sku + "-a", sku + "-b");
        assertThat(second.path("items").path(0).path("sku").asString()).isEqualTo(sku + "-c");
        assertThat(second.path("items")).hasSize(1);
        assertThat(second.path("next").isMissingNode()).isTrue();
        assertThat(operator.get("/locks?sku=" + sku + "-free").body().path("items"))
                .hasSize(1);
    }

    @Test
    void isForOperators() {
        InventoryClient mina = operator.as(LocalIssuer.get().customer("mina"));

        assertThat(mina.get("/locks").status()).isEqualTo(403);
        assertThat(operator.as("").get("/locks").status()).isEqualTo(401);
        assertThat(operator.get("/locks?limit=0").status()).isEqualTo(400);
    }

    private JsonNode layersOf(String wanted) {
        return operator.get("/locks?sku=" + wanted).body().path("items").path(0);
    }

    private List<String> findingsOn(String wanted) {
        return layersOf(wanted)
                .path("findings")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }
}
