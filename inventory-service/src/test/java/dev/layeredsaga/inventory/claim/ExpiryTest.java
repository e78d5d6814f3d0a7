package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.Reaper;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.inventory.queue.Timeouts;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExpiryTest {

    private final RunningInventory running = RunningInventory.shared();
    private final InventoryClient inventory = running.client();
    private final Reaper reaper = new Reaper(running);
    private final String seat = "seat-" + UUID.randomUUID();
    private final String ticket = "ticket-" + UUID.randomUUID();

    @BeforeEach
    void stockUp() {
        inventory.putItem(seat, 1, "EXCLUSIVE");
        inventory.putItem(ticket, 1, "COUNTED");
    }

    private Answer expiredClaimOn(String... skus) {
        Answer claim = inventory.claim("alice", skus);
        running.letExpire(claim.text("claimId"));
        return claim;
    }

    /** Without it they would rest for up to half a minute. */
    @Test
    void wakesTheSweepsByTheTimesOfClaimsAndAtOnceForAWaiter() {
        Queue<Duration> times = new ConcurrentLinkedQueue<>();
        running.bean(Timeouts.class).wakes(times::add);

        inventory.claim("alice", seat);
        assertThat(times).singleElement().isEqualTo(Duration.ofMinutes(9));

        SagaAtDesk.of(running).waitFor(seat);
        assertThat(times).endsWith(Duration.ZERO);
    }

    @Test
    void refusesAnExpiredClaimAndFreesItsItems() {
        Answer claim = expiredClaimOn(seat, ticket);
        assertThat(inventory.confirm(claim).code()).isEqualTo("CLAIM_EXPIRED");
        assertThat(inventory.confirm(claim).code()).isEqualTo("CLAIM_EXPIRED");
        assertThat(inventory.item(seat).path("available").asInt()).isOne();
        assertThat(inventory.item(ticket).path("available").asInt()).isOne();
    }

    @Test
    void takesOverAnOrphanedSemanticLockWithAllThatItHeld() {
        double before = takeovers();
        Answer orphan = expiredClaimOn(seat, ticket);
        Answer next = inventory.claim("bob", seat);
        assertThat(next.status()).isEqualTo(201);
        assertThat(inventory.item(seat).path("sagaId").asString()).isEqualTo("bob");
        assertThat(inventory.item(ticket).path("reserved").asInt()).isZero();
        assertThat(inventory.get(orphan.header("Location")).text("state")).isEqualTo("EXPIRED");
        assertThat(takeovers()).isEqualTo(before + 1);
    }

    /** A saga has one claim that counts, so it matters what is written first. */
    @Test
    void givesASagaItsOwnOrphanedItemsAgain() {
        SagaAtDesk saga = SagaAtDesk.of(running);
        ClaimSnapshot orphan = saga.claim(seat, ticket);
        running.letExpire(orphan.id());
        ClaimSnapshot next = saga.claim(seat, ticket);
        assertThat(next.id()).isNotEqualTo(orphan.id());
        assertThat(inventory.item(ticket).path("reserved").asInt()).isOne();
        assertThat(saga.confirm(next).token()).isEqualTo(next.token());
    }

    @Test
    void callsAClaimLostOnceSomeoneElseHasHadItsExclusiveItem() {
        Answer stale = expiredClaimOn(seat);
        Answer next = inventory.claim("bob", seat);
        assertThat(inventory.confirm(stale).code()).isEqualTo("CLAIM_LOST");
        assertThat(inventory.confirm(next).status()).isEqualTo(200);
        assertThat(inventory.confirm(stale).code()).isEqualTo("CLAIM_LOST");
    }

    @Test
    void lendsExpiredStockOfACountedItemToTheNext() {
        Answer stale = expiredClaimOn(ticket);
        assertThat(inventory.claim("bob", ticket).status()).isEqualTo(201);
        assertThat(inventory.confirm(stale).code()).isEqualTo("CLAIM_EXPIRED");
        assertThat(running.heldOf(ticket)).isOne();
    }

    @Test
    void reapsWhatNoCustomerComesBackFor() {
        Answer claim = expiredClaimOn(seat, ticket);
        assertThat(reaper.reap()).isPositive();
        assertThat(inventory.get(claim.header("Location")).text("state")).isEqualTo("EXPIRED");
        assertThat(inventory.item(seat).path("status").asString()).isEqualTo("AVAILABLE");
        assertThat(inventory.confirm(claim).code()).isEqualTo("CLAIM_EXPIRED");
        assertThat(reaper.reap()).isZero();
    }

    @Test
    void reapsTheOthersWhenOneCannotBeReaped() {
        Answer damaged = expiredClaimOn(ticket);
        Answer other = expiredClaimOn(seat);
        running.database()
                .sql("UPDATE item SET reserved = 0 WHERE sku = ?")
                .param(ticket)
                .update();
        assertThat(reaper.reap()).isPositive();
        assertThat(inventory.get(other.header("Location")).text("state")).isEqualTo("EXPIRED");
        assertThat(inventory.get(damaged.header("Location")).text("state")).isEqualTo("HELD");
        running.database()
                .sql("UPDATE item SET reserved = 1 WHERE sku = ?")
                .param(ticket)
                .update();
        await().until(() -> reaper.reap() > 0);
    }

    @Test
    void leavesLiveClaimsToTheirHolders() {
        Answer claim = inventory.claim("alice", seat);
        reaper.reap();
        assertThat(inventory.confirm(claim).status()).isEqualTo(200);
    }

    @Test
    void reapsOnceHoweverManyReapersThereAre() throws Exception {
        Answer claim = expiredClaimOn(seat, ticket);
        Callable<Object> reap = reaper::reap;
        Callable<Object> confirm = () -> inventory.confirm(claim);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var done : threads.invokeAll(List.of(reap, confirm, reap, confirm, reap, reap))) {
                done.get();
            }
        }
        assertThat(inventory.item(ticket).path("available").asInt()).isOne();
        assertThat(inventory.get(claim.header("Location")).text("state")).isEqualTo("EXPIRED");
    }

    private double takeovers() {
        return running.bean(MeterRegistry.class)
                .counter("inventory.claims.taken.over")
                .count();
    }
}
