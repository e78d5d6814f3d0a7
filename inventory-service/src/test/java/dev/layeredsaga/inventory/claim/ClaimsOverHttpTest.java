package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClaimsOverHttpTest {

    private final InventoryClient inventory = RunningInventory.shared().client();
    private final String seat = "seat-" + UUID.randomUUID();
    private final String ticket = "ticket-" + UUID.randomUUID();

    @BeforeEach
    void stockUp() {
        assertThat(inventory.putItem(seat, 1, "EXCLUSIVE").status()).isEqualTo(201);
        assertThat(inventory.putItem(ticket, 2, "COUNTED").status()).isEqualTo(201);
    }

    @Test
    void grantsAClaimWithATokenThatIsShownOnlyOnce() {
        Answer claim = inventory.claim("alice", seat);
        assertThat(claim.status()).isEqualTo(201);
        assertThat(claim.text("state")).isEqualTo("HELD");
        assertThat(claim.text("token")).isNotEmpty();
        Answer read = inventory.get(claim.header("Location"));
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.body().has("token")).isFalse();
    }

    @Test
    void showsWhoHasAnItemAndUntilWhen() {
        Answer claim = inventory.claim("alice", seat);
        var item = inventory.item(seat);
        assertThat(item.path("status").asString()).isEqualTo("RESERVING");
        assertThat(item.path("sagaId").asString()).isEqualTo("alice");
        assertThat(item.path("reserved").asInt()).isOne();
        assertThat(item.path("available").asInt()).isZero();
        assertThat(item.path("lockExpiresAt").asString()).isEqualTo(claim.text("expiresAt"));
    }

    @Test
    void answersTheSecondWithHowLongToWait() {
        Answer first = inventory.claim("alice", seat);
        Answer second = inventory.claim("bob", seat);
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.header("Content-Type")).startsWith("application/problem+json");
        assertThat(second.code()).isEqualTo("RESOURCE_BUSY");
        assertThat(second.text("sku")).isEqualTo(seat);
        assertThat(Instant.parse(second.text("lockedAt"))).isBefore(Instant.parse(second.text("lockExpiresAt")));
        assertThat(second.text("lockExpiresAt")).isEqualTo(first.text("expiresAt"));
        assertThat(Integer.parseInt(second.header("Retry-After"))).isBetween(1, 30);
    }

    @Test
    void callsACountedItemBusyWhileOthersHoldTheRestAndOutOfStockOnceItIsSold() {
        Answer first = inventory.claim("alice", ticket);
        Answer second = inventory.claim("bob", ticket);
        Answer third = inventory.claim("carol", ticket);
        assertThat(third.code()).isEqualTo("RESOURCE_BUSY");
        assertThat(third.text("lockExpiresAt")).isEqualTo(first.text("expiresAt"));
        inventory.confirm(first);
        inventory.confirm(second);
        assertThat(inventory.claim("carol", ticket).code()).isEqualTo("OUT_OF_STOCK");
    }

    @Test
    void claimsAllLinesOrNone() {
        inventory.claim("alice", seat);
        assertThat(inventory.claim("bob", ticket, seat).code()).isEqualTo("RESOURCE_BUSY");
        assertThat(inventory.claim("bob", ticket, "nothing-of-that-name").code())
                .isEqualTo("UNKNOWN_SKU");
        assertThat(inventory.item(ticket).path("reserved").asInt()).isZero();
    }

    @Test
    void mergesLinesOfTheSameSku() {
        Answer claim = inventory.claim("alice", ticket, ticket);
        assertThat(claim.body().path("lines")).hasSize(1);
        assertThat(inventory.item(ticket).path("reserved").asInt()).isEqualTo(2);
    }

    @Test
    void confirmingLowersOnHandAndReserved() {
        Answer claim = inventory.claim("alice", seat);
        assertThat(inventory.confirm(claim).text("state")).isEqualTo("CONFIRMED");
        var item = inventory.item(seat);
        assertThat(item.path("onHand").asInt()).isZero();
        assertThat(item.path("reserved").asInt()).isZero();
        assertThat(item.path("status").asString()).isEqualTo("AVAILABLE");
        assertThat(item.path("sagaId").isNull()).isTrue();
    }

    @Test
    void releasingLowersReservedOnly() {
        assertThat(inventory.release(inventory.claim("alice", seat)).status()).isEqualTo(204);
        assertThat(inventory.item(seat).path("onHand").asInt()).isOne();
        assertThat(inventory.item(seat).path("available").asInt()).isOne();
        assertThat(inventory.claim("bob", seat).status()).isEqualTo(201);
    }

    @Test
    void answersTheSameWhenASuccessfulCallIsRepeated() {
        Answer kept = inventory.claim("alice", ticket);
        assertThat(inventory.confirm(kept).body())
                .isEqualTo(inventory.confirm(kept).body());
        Answer returned = inventory.claim("alice", seat);
        assertThat(inventory.release(returned).status())
                .isEqualTo(inventory.release(returned).status())
                .isEqualTo(204);
        assertThat(inventory.item(ticket).path("onHand").asInt()).isOne();
    }

    @Test
    void lasts540SecondsUnlessExtended() {
        Answer claim = inventory.claim("alice", seat);
        Instant expiresAt = Instant.parse(claim.text("expiresAt"));
        assertThat(Instant.parse(claim.text("createdAt")).plusSeconds(540)).isEqualTo(expiresAt);
        Answer extended = inventory.extend(claim, 3600);
        assertThat(Instant.parse(extended.text("expiresAt"))).isAfter(expiresAt.plusSeconds(3000));
        assertThat(inventory.item(seat).path("lockExpiresAt").asString()).isEqualTo(extended.text("expiresAt"));
    }

    @Test
    void refusesAWrongTokenAsLost() {
        Answer claim = inventory.claim("alice", seat);
        String wrong = UUID.randomUUID().toString();
        assertThat(inventory.confirm(claim.text("claimId"), wrong).code()).isEqualTo("CLAIM_LOST");
        assertThat(inventory.confirm(claim.text("claimId"), "no-token").code()).isEqualTo("CLAIM_LOST");
        assertThat(inventory.item(seat).path("reserved").asInt()).isOne();
    }

    @Test
    void refusesAReleasedClaimAsLost() {
        Answer claim = inventory.claim("alice", seat);
        inventory.release(claim);
        assertThat(inventory.confirm(claim).code()).isEqualTo("CLAIM_LOST");
        assertThat(inventory.extend(claim, 60).code()).isEqualTo("CLAIM_LOST");
    }

    @Test
    void doesNotTakeBackWhatIsConfirmed() {
        Answer claim = inventory.claim("alice", seat);
        inventory.confirm(claim);
        assertThat(inventory.release(claim).code()).isEqualTo("CLAIM_CONFIRMED");
    }

    @Test
    void findsClaimsBySkuOwnerAndState() {
        String owner = "owner-" + UUID.randomUUID();
        Answer held = inventory.claim(owner, ticket, seat);
        inventory.confirm(inventory.claim(owner, ticket));
        assertThat(inventory.get("/claims?owner=" + owner).body()).hasSize(2);
        var found = inventory
                .get("/claims?sku=%s&owner=%s&state=HELD".formatted(ticket, owner))
                .body();
        assertThat(found).hasSize(1);
        assertThat(found.get(0).path("claimId").asString()).isEqualTo(held.text("claimId"));
        assertThat(found.get(0).path("lines")).hasSize(2);
        assertThat(found.toString()).doesNotContain(held.text("token"));
    }

    @Test
    void listsClaimsPageByPageNewestFirst() {
        String owner = "owner-" + UUID.randomUUID();
        Answer older = inventory.claim(owner, seat);
        Answer newer = inventory.claim(owner, ticket);
        String path = "/claims?limit=1&owner=" + owner;

        assertThat(idsAt(path)).containsExactly(newer.text("claimId"));
        assertThat(idsAt(path + "&after=" + newer.text("claimId"))).containsExactly(older.text("claimId"));
        assertThat(idsAt(path + "&after=" + older.text("claimId"))).isEmpty();
    }

    private List<String> idsAt(String path) {
        return inventory
                .get(path)
                .body()
                .valueStream()
                .map(claim -> claim.path("claimId").asString())
                .toList();
    }

    @Test
    void protectsLiveClaimsFromChangesOfTheItem() {
        inventory.claim("alice", ticket);
        assertThat(inventory.putItem(ticket, 0, "COUNTED").code()).isEqualTo("ON_HAND_BELOW_RESERVED");
        assertThat(inventory.putItem(ticket, 5, "EXCLUSIVE").code()).isEqualTo("POLICY_IN_USE");
        assertThat(inventory.putItem(ticket, 5, "COUNTED").status()).isEqualTo(200);
        assertThat(inventory.item(ticket).path("available").asInt()).isEqualTo(4);
    }

    @Test
    void doesNotKnowWhatWasNeverThere() {
        assertThat(inventory.get("/claims/" + UUID.randomUUID()).code()).isEqualTo("CLAIM_NOT_FOUND");
        assertThat(inventory
                        .confirm(UUID.randomUUID().toString(), UUID.randomUUID().toString())
                        .status())
                .isEqualTo(404);
        assertThat(inventory.get("/items/nothing").code()).isEqualTo("ITEM_NOT_FOUND");
    }
}
