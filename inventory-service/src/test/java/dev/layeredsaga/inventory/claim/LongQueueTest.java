package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.Reaper;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A queue longer than one section serves: the rest is served by later ones, and none overtakes it meanwhile. */
class LongQueueTest {

    private final RunningInventory running = RunningInventory.shared();
    private final InventoryClient inventory = running.client();
    private final Reaper reaper = new Reaper(running);
    private final String sku = "long-" + UUID.randomUUID();
    private final String other = "other-" + UUID.randomUUID();

    /** One customer's orders for this item and another, which is held, used to hide all others in the queue. */
    @Test
    void servesThoseBehindManyWhoAreShortOfSomethingElse() {
        inventory.putItem(sku, 2, "EXCLUSIVE");
        inventory.putItem(other, 1, "EXCLUSIVE");
        inventory.claim("mallory", other);
        Answer held = inventory.claim("alice", sku);
        wait(45, sku, other);
        SagaAtDesk first = SagaAtDesk.of(running);
        first.waitFor(sku);
        SagaAtDesk second = SagaAtDesk.of(running);
        second.waitFor(sku);

        inventory.release(held);
        assertThat(inventory.claim("newcomer", sku).code()).isEqualTo("RESOURCE_BUSY");
        reaper.serve();

        assertThat(holder()).isEqualTo(first.id().toString());
        first.compensate();
        reaper.serve();
        assertThat(holder()).isEqualTo(second.id().toString());
        second.compensate();
        reaper.serve();
        assertThat(inventory.claim("newcomer", sku).status()).isEqualTo(201);
    }

    @Test
    void keepsForAWaiterAheadWhatThoseBehindTheFirstPageWouldTake() {
        inventory.putItem(sku, 4, "COUNTED");
        inventory.putItem(other, 1, "EXCLUSIVE");
        inventory.claim("mallory", other);
        Answer one = inventory.claim("alice", sku);
        Answer two = inventory.claim("alice", sku);
        Answer three = inventory.claim("alice", sku);
        inventory.claim("alice", sku);
        SagaAtDesk large = SagaAtDesk.of(running);
        large.waitFor(4, sku);
        wait(25, sku, other);
        SagaAtDesk small = SagaAtDesk.of(running);
        small.waitFor(sku);

        inventory.release(one);
        inventory.release(two);
        reaper.serve();
        assertThat(availableIn()).isEqualTo(2);

        inventory.release(three);
        reaper.serve();

        assertThat(availableIn()).isEqualTo(2);
        assertThat(stateOf(small)).isEqualTo("HELD");
        assertThat(stateOf(large)).isEmpty();
    }

    /** Half of the stock is kept for a waiter that is short of it; the rest is for 140 of those behind, more than one section serves. */
    @Test
    void keepsInFurtherSectionsWhatAWaiterAheadOfThemIsShortOf() {
        inventory.putItem(sku, 600, "COUNTED");
        SagaAtDesk.of(running).waitFor(160, sku);
        SagaAtDesk returned = SagaAtDesk.of(running);
        returned.waitFor(440, sku);
        SagaAtDesk large = SagaAtDesk.of(running);
        large.waitFor(590, sku);
        wait(150, sku);

        returned.compensate();
        assertThat(availableIn()).isGreaterThan(300);
        reaper.serve();

        assertThat(availableIn()).isEqualTo(300);
        assertThat(stateOf(large)).isEmpty();
    }

    @Test
    void endsALongQueueInSeveralSectionsWhenTheLastPieceIsSold() {
        inventory.putItem(sku, 1, "COUNTED");
        SagaAtDesk buyer = SagaAtDesk.of(running);
        ClaimSnapshot claim = buyer.claim(sku);
        wait(225, sku);

        buyer.confirm(claim);

        assertThat(waiting()).isBetween(101, 224);
        assertThat(reaper.serve()).as("further sections").isEqualTo(2);
        assertThat(waiting()).isZero();
        inventory.putItem(sku, 1, "COUNTED");
        assertThat(inventory.claim("newcomer", sku).status()).isEqualTo(201);
    }

    private void wait(int many, String... skus) {
        Stream.generate(() -> SagaAtDesk.of(running))
                .limit(many)
                .forEach(saga -> assertThat(saga.waitFor(skus)).isInstanceOf(ClaimOutcome.Queued.class));
    }

    private String holder() {
        return inventory.item(sku).path("sagaId").asString("");
    }

    private int availableIn() {
        return inventory.item(sku).path("available").asInt();
    }

    private int waiting() {
        return running.database()
                .sql("SELECT waiting FROM item WHERE sku = ?")
                .param(sku)
                .query(Integer.class)
                .single();
    }

    private String stateOf(SagaAtDesk saga) {
        return inventory
                .get("/claims?owner=" + saga.id())
                .body()
                .path(0)
                .path("state")
                .asString("");
    }
}
