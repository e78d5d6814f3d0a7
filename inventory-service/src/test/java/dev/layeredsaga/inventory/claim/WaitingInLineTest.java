package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimSnapshot;
import dev.layeredsaga.inventory.claim.command.Refusal;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.Reaper;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The wait queue. These tests await nothing: the next waiter has the item as soon as the call that frees it returns. */
class WaitingInLineTest {

    private final RunningInventory running = RunningInventory.shared();
    private final InventoryClient inventory = running.client();
    private final SagaAtDesk first = SagaAtDesk.of(running);
    private final SagaAtDesk second = SagaAtDesk.of(running);
    private final SagaAtDesk third = SagaAtDesk.of(running);
    private final String seat = "seat-" + UUID.randomUUID();
    private final String otherSeat = "seat-" + UUID.randomUUID();
    private final String ticket = "ticket-" + UUID.randomUUID();

    @BeforeEach
    void stockUp() {
        inventory.putItem(seat, 5, "EXCLUSIVE");
        inventory.putItem(otherSeat, 5, "EXCLUSIVE");
        inventory.putItem(ticket, 3, "COUNTED");
    }

    @Test
    void givesAFreedSeatToTheFirstInLine() {
        Answer alices = inventory.claim("alice", seat);
        second.waitFor(seat);
        first.waitFor(seat);
        inventory.release(alices);
        assertThat(holderOf(seat)).isEqualTo(second.id().toString());
        second.compensate();
        assertThat(holderOf(seat)).isEqualTo(first.id().toString());
        first.compensate();
        assertThat(holderOf(seat)).isEmpty();
    }

    @Test
    void showsHowManyAreAheadAndWhatIsBusy() {
        inventory.claim("alice", seat);
        first.waitFor(seat);
        ClaimOutcome.Queued queued = (ClaimOutcome.Queued) second.waitFor(otherSeat, seat);
        assertThat(queued.ahead()).isOne();
        assertThat(queued.busy().sku()).isEqualTo(seat);
    }

    @Test
    void showsWhoWaitsAtTheItemAndAtTheClaim() {
        Answer alices = inventory.claim("alice", seat);
        first.waitFor(seat, otherSeat);
        second.waitFor(seat);
        var waiting = inventory.item(seat).path("waiting");
        assertThat(waiting).hasSize(2);
        assertThat(waiting.get(0).path("sagaId").asString())
                .isEqualTo(first.id().toString());
        assertThat(waiting.get(0).path("quantities").propertyNames()).containsExactlyInAnyOrder(seat, otherSeat);
        assertThat(waiting.get(1).path("until").asString()).isNotEmpty();
        List<String> waitersOfClaim = List.of("\"" + first.id() + "\"", "\"" + second.id() + "\"");
        assertThat(inventory.get(alices.header("Location")).body().path("waiting"))
                .hasToString("[" + String.join(",", waitersOfClaim) + "]");
        assertThat(inventory.get("/claims?sku=" + seat).body().get(0).path("waiting"))
                .hasSize(2);
    }

    @Test
    void goesOnWhenAClaimIsConfirmedAndSomeStockIsLeft() {
        ClaimSnapshot claim = first.claim(seat);
        second.waitFor(seat);
        first.confirm(claim);
        assertThat(holderOf(seat)).isEqualTo(second.id().toString());
    }

    @Test
    void sendsEveryoneAwayOnceTheLastOneIsSold() {
        inventory.putItem(seat, 1, "EXCLUSIVE");
        ClaimSnapshot claim = first.claim(seat);
        second.waitFor(seat);
        third.waitFor(seat);
        first.confirm(claim);
        assertThat(lineOf(seat)).isZero();
        assertThat(holderOf(seat)).isEmpty();
    }

    @Test
    void doesNotLetAnyoneWaitForWhatIsNotThere() {
        inventory.claim("alice", seat);
        assertThat(first.waitFor(6, seat)).isEqualTo(new ClaimOutcome.Refused(new Refusal.OutOfStock(seat)));
        assertThat(lineOf(seat)).isZero();
    }

    @Test
    void leavesTheLineWhenTheSagaIsCompensated() {
        Answer alices = inventory.claim("alice", seat);
        first.waitFor(seat);
        second.waitFor(seat);
        first.compensate();
        assertThat(lineOf(seat)).isOne();
        inventory.release(alices);
        assertThat(holderOf(seat)).isEqualTo(second.id().toString());
    }

    @Test
    void leavesTheQueueWhenItsWaitTimesOut() {
        Answer alices = inventory.claim("alice", seat);
        first.waitFor(seat);
        second.waitFor(seat);
        running.letTimeOut(first.id());
        assertThat(new Reaper(running).sendAway()).isPositive();
        inventory.release(alices);
        assertThat(holderOf(seat)).isEqualTo(second.id().toString());
    }

    @Test
    void keepsItsPlaceWhenItAsksAgain() {
        Answer alices = inventory.claim("alice", seat);
        first.waitFor(seat);
        second.waitFor(seat);
        assertThat(first.waitFor(seat)).isInstanceOf(ClaimOutcome.Queued.class);
        assertThat(lineOf(seat)).isEqualTo(2);
        inventory.release(alices);
        assertThat(holderOf(seat)).isEqualTo(first.id().toString());
    }

    @Test
    void getsAllOrNothingAndHoldsNothingMeanwhile() {
        Answer alices = inventory.claim("alice", seat);
        Answer bobs = inventory.claim("bob", otherSeat);
        first.waitFor(seat, otherSeat);
        inventory.release(alices);
        assertThat(holderOf(seat)).isEmpty();
        Answer carols = inventory.claim("carol", seat);
        assertThat(carols.status()).isEqualTo(201);
        inventory.release(bobs);
        inventory.release(carols);
        assertThat(holderOf(seat)).isEqualTo(first.id().toString());
        assertThat(holderOf(otherSeat)).isEqualTo(first.id().toString());
    }

    @Test
    void passesOverOneWhoWaitsForOtherThingsToo() {
        Answer alices = inventory.claim("alice", seat);
        inventory.claim("bob", otherSeat);
        first.waitFor(seat, otherSeat);
        second.waitFor(seat);
        inventory.release(alices);
        assertThat(holderOf(seat)).isEqualTo(second.id().toString());
    }

    @Test
    void doesNotGiveTheRestOfACountedItemToNewcomersWhileSomeoneInLineNeedsMore() {
        List<Answer> claims =
                List.of(inventory.claim("a", ticket), inventory.claim("b", ticket), inventory.claim("c", ticket));
        first.waitFor(2, ticket);
        second.waitFor(ticket);
        inventory.release(claims.get(0));
        assertThat(inventory.claim("newcomer", ticket).code()).isEqualTo("RESOURCE_BUSY");
        assertThat(lineOf(ticket)).isEqualTo(2);
        inventory.release(claims.get(1));
        assertThat(claimOf(first)).isEqualTo("HELD");
        assertThat(claimOf(second)).isEmpty();
        inventory.release(claims.get(2));
        assertThat(claimOf(second)).isEqualTo("HELD");
    }

    @Test
    void servesTheLineBeforeANewcomerWhoTakesAnOrphanOver() {
        Answer orphan = inventory.claim("alice", seat);
        first.waitFor(seat);
        running.letExpire(orphan.text("claimId"));
        assertThat(inventory.claim("newcomer", seat).code()).isEqualTo("RESOURCE_BUSY");
        assertThat(holderOf(seat)).isEqualTo(first.id().toString());
    }

    @Test
    void servesTheLineWhenAClaimExpires() {
        Answer alices = inventory.claim("alice", seat);
        first.waitFor(seat);
        running.letExpire(alices.text("claimId"));
        new Reaper(running).reap();
        assertThat(holderOf(seat)).isEqualTo(first.id().toString());
    }

    @Test
    void servesTheLineWhenNewStockComesIn() {
        for (String owner : List.of("a", "b", "c")) {
            inventory.claim(owner, ticket);
        }
        first.waitFor(ticket);
        inventory.putItem(ticket, 4, "COUNTED");
        assertThat(claimOf(first)).isEqualTo("HELD");
        assertThat(inventory.item(ticket).path("reserved").asInt()).isEqualTo(4);
    }

    @Test
    void servesALongLineFromOneDelivery() {
        List<Answer> claims =
                List.of(inventory.claim("a", ticket), inventory.claim("b", ticket), inventory.claim("c", ticket));
        assertThat(claims).hasSize(3);
        List<SagaAtDesk> many =
                Stream.generate(() -> SagaAtDesk.of(running)).limit(50).toList();
        many.forEach(saga -> saga.waitFor(ticket));
        inventory.putItem(ticket, 3 + 45, "COUNTED");
        assertThat(running.heldOf(ticket)).isEqualTo(48);
        assertThat(lineOf(ticket)).isEqualTo(5);
        assertThat(claimOf(many.get(44))).isEqualTo("HELD");
        assertThat(claimOf(many.get(45))).isEmpty();
    }

    private String holderOf(String sku) {
        return inventory.item(sku).path("sagaId").asString("");
    }

    private int lineOf(String sku) {
        return inventory.item(sku).path("waiting").size();
    }

    private String claimOf(SagaAtDesk saga) {
        return inventory
                .get("/claims?owner=" + saga.id())
                .body()
                .path(0)
                .path("state")
                .asString("");
    }
}
