package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.AtOnce;
import dev.layeredsaga.inventory.fixture.Contest;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Races between two instances on one database. Each contestant reads the item, finds it free and writes; if two could do so at
 * the same time, the later write would hide the earlier, and the claims would hold more than there is.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RaceContract {

    private final String provider;

    @SuppressWarnings("NullAway.Init")
    private RunningInventory one;

    @SuppressWarnings("NullAway.Init")
    private RunningInventory other;

    RaceContract(String provider) {
        this.provider = provider;
    }

    @BeforeAll
    void startTwoInstances() {
        Map<String, String> settings = RunningInventory.quietSettings();
        settings.put("inventory.locking.provider", provider);
        one = RunningInventory.start(settings);
        other = RunningInventory.start(settings);
    }

    @AfterAll
    void stopBoth() {
        one.close();
        other.close();
    }

    @RepeatedTest(5)
    void givesTheLastSeatToOneOfThirty() throws Exception {
        String seat = stocked("seat", 1, "EXCLUSIVE");
        Contest contest = Contest.over(seat, 30, bothInstances());
        assertThat(contest.granted()).hasSize(1);
        assertThat(contest.refusals()).hasSize(29).containsOnly("RESOURCE_BUSY");
        assertThat(one.heldOf(seat)).isOne();
    }

    @Test
    void givesTwentyTicketsToTwentyOfSixtyFour() throws Exception {
        String ticket = stocked("ticket", 20, "COUNTED");
        Contest contest = Contest.over(ticket, 64, bothInstances());
        assertThat(contest.granted()).hasSize(20);
        assertThat(contest.refusals()).hasSize(44).containsOnly("RESOURCE_BUSY");
        assertThat(one.heldOf(ticket)).isEqualTo(20);
        assertThat(one.client().item(ticket).path("reserved").asInt()).isEqualTo(20);
    }

    @Test
    void sellsATakenOverSeatToNoMoreThanOne() throws Exception {
        String seat = stocked("seat", 1, "EXCLUSIVE");
        Answer orphan = one.client().claim("orphan", seat);
        one.letExpire(orphan.text("claimId"));
        Contest contest = Contest.over(seat, 20, bothInstances());
        assertThat(contest.granted()).hasSize(1);
        assertThat(confirm(orphan).code()).isEqualTo("CLAIM_LOST");
        assertThat(confirm(contest.granted().getFirst()).status()).isEqualTo(200);
        assertThat(one.client().item(seat).path("onHand").asInt()).isZero();
    }

    /**
     * Lets sagas join the queue while the item is being freed: each must be served by the transaction that frees it, or find it
     * free.
     */
    @RepeatedTest(20)
    void leavesNobodyInLineForWhatIsFree() throws Exception {
        String seat = stocked("seat", 9, "EXCLUSIVE");
        Answer alices = one.client().claim("alice", seat);
        List<Callable<Object>> atOnce = new ArrayList<>();
        atOnce.add(() -> InventoryClient.repeatedly(() -> one.client().release(alices)));
        for (int i = 0; i < 4; i++) {
            SagaAtDesk saga = SagaAtDesk.of(i % 2 == 0 ? one : other);
            atOnce.add(() -> saga.waitFor(seat));
        }
        AtOnce.call(atOnce);
        for (int served = 1; served <= 4; served++) {
            var item = one.client().item(seat);
            assertThat(item.path("status").asString()).isEqualTo("RESERVING");
            assertThat(item.path("waiting")).hasSize(4 - served);
            SagaAtDesk.of(other, UUID.fromString(item.path("sagaId").asString()))
                    .undo();
        }
    }

    private Answer confirm(Answer claim) {
        return InventoryClient.repeatedly(() -> one.client().confirm(claim));
    }

    /** Returns the number of transactions of both instances that lost against another one. */
    double conflicts() {
        return conflictsOf(one) + conflictsOf(other);
    }

    private static double conflictsOf(RunningInventory instance) {
        return instance.bean(MeterRegistry.class)
                .counter("inventory.section.conflicts")
                .count();
    }

    String stocked(String kind, int onHand, String policy) {
        String sku = kind + "-" + UUID.randomUUID();
        one.client().putItem(sku, onHand, policy);
        return sku;
    }

    List<InventoryClient> bothInstances() {
        return List.of(one.client(), other.client());
    }
}
