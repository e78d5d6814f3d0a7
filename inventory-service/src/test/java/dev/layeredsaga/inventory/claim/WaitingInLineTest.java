package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing here is awaited: who is next has the item as soon as the call that frees it returns. */
class WaitingInLineTest {

    private final RunningInventory running = RunningInventory.shared();
    private final InventoryClient inventory = running.client();
    private final Sagas sagas = new Sagas(running);
    private final UUID first = Sagas.newSaga();
    private final UUID second = Sagas.newSaga();
    private final UUID third = Sagas.newSaga();
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
        sagas.waitFor(second, seat);
        sagas.waitFor(first, seat);
        inventory.release(alices);
        assertThat(holderOf(seat)).isEqualTo(second.toString());
        sagas.release(second);
        assertThat(holderOf(seat)).isEqualTo(first.toString());
        sagas.release(first);
        assertThat(holderOf(seat)).isEmpty();
    }

    @Test
    void tellsHowManyAreAheadAndWhatIsBusy() {
        inventory.claim("alice", seat);
        sagas.waitFor(first, seat);
        ClaimOutcome.Queued queued = (ClaimOutcome.Queued) sagas.waitFor(second, otherSeat, seat);
        assertThat(queued.ahead()).isOne();
        assertThat(queued.busy().sku()).isEqualTo(seat);
    }

    @Test
    void showsWhoWaitsAtTheItemAndAtTheClaim() {
        Answer alices = inventory.claim("alice", seat);
        sagas.waitFor(first, seat, otherSeat);
        sagas.waitFor(second, seat);
        var waiting = inventory.item(seat).path("waiting");
        assertThat(waiting).hasSize(2);
        assertThat(waiting.get(0).path("sagaId").asString()).isEqualTo(first.toString());
        assertThat(waiting.get(0).path("quantities").propertyNames()).containsExactlyInAnyOrder(seat, otherSeat);
        assertThat(waiting.get(1).path("until").asString()).isNotEmpty();
        List<String> waitersOfClaim = List.of("\"" + first + "\"", "\"" + second + "\"");
        assertThat(inventory.get(alices.header("Location")).body().path("waiting"))
                .hasToString("[" + String.join(",", waitersOfClaim) + "]");
        assertThat(inventory.get("/claims?sku=" + seat).body().get(0).path("waiting"))
                .hasSize(2);
    }

    @Test
    void goesOnWhenAClaimIsConfirmedAndSomeStockIsLeft() {
        ClaimSnapshot claim = granted(sagas.claim(first, seat));
        sagas.waitFor(second, seat);
        sagas.confirm(claim);
        assertThat(holderOf(seat)).isEqualTo(second.toString());
    }

    @Test
    void sendsEveryoneAwayOnceTheLastOneIsSold() {
        inventory.putItem(seat, 1, "EXCLUSIVE");
        ClaimSnapshot claim = granted(sagas.claim(first, seat));
        sagas.waitFor(second, seat);
        sagas.waitFor(third, seat);
        sagas.confirm(claim);
        assertThat(lineOf(seat)).isZero();
        assertThat(holderOf(seat)).isEmpty();
    }

    @Test
    void doesNotLetAnyoneWaitForWhatIsNotThere() {
        inventory.claim("alice", seat);
        assertThat(sagas.waitFor(first, 6, seat)).isEqualTo(new ClaimOutcome.Refused(new Refusal.OutOfStock(seat)));
        assertThat(lineOf(seat)).isZero();
    }

    @Test
    void leavesTheLineWhenTheSagaIsUndone() {
        Answer alices = inventory.claim("alice", seat);
        sagas.waitFor(first, seat);
        sagas.waitFor(second, seat);
        sagas.release(first);
        assertThat(lineOf(seat)).isOne();
        inventory.release(alices);
        assertThat(holderOf(seat)).isEqualTo(second.toString());
    }

    @Test
    void leavesTheLineWhenItsPatienceIsOver() {
        Answer alices = inventory.claim("alice", seat);
        sagas.waitFor(first, seat);
        sagas.waitFor(second, seat);
        running.letLosePatience(first);
        assertThat(running.bean(Reaper.class).sendAway()).isPositive();
        inventory.release(alices);
        assertThat(holderOf(seat)).isEqualTo(second.toString());
    }

    @Test
    void keepsItsPlaceWhenItAsksAgain() {
        Answer alices = inventory.claim("alice", seat);
        sagas.waitFor(first, seat);
        sagas.waitFor(second, seat);
        assertThat(sagas.waitFor(first, seat)).isInstanceOf(ClaimOutcome.Queued.class);
        assertThat(lineOf(seat)).isEqualTo(2);
        inventory.release(alices);
        assertThat(holderOf(seat)).isEqualTo(first.toString());
    }

    @Test
    void getsAllOrNothingAndHoldsNothingMeanwhile() {
        Answer alices = inventory.claim("alice", seat);
        Answer bobs = inventory.claim("bob", otherSeat);
        sagas.waitFor(first, seat, otherSeat);
        inventory.release(alices);
        assertThat(holderOf(seat)).isEmpty();
        Answer carols = inventory.claim("carol", seat);
        assertThat(carols.status()).isEqualTo(201);
        inventory.release(bobs);
        inventory.release(carols);
        assertThat(holderOf(seat)).isEqualTo(first.toString());
        assertThat(holderOf(otherSeat)).isEqualTo(first.toString());
    }

    @Test
    void passesOverOneWhoWaitsForOtherThingsToo() {
        Answer alices = inventory.claim("alice", seat);
        inventory.claim("bob", otherSeat);
        sagas.waitFor(first, seat, otherSeat);
        sagas.waitFor(second, seat);
        inventory.release(alices);
        assertThat(holderOf(seat)).isEqualTo(second.toString());
    }

    @Test
    void doesNotGiveTheRestOfACountedItemToNewcomersWhileSomeoneInLineNeedsMore() {
        List<Answer> claims =
                List.of(inventory.claim("a", ticket), inventory.claim("b", ticket), inventory.claim("c", ticket));
        sagas.waitFor(first, 2, ticket);
        sagas.waitFor(second, ticket);
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
        sagas.waitFor(first, seat);
        running.letExpire(orphan.text("claimId"));
        assertThat(inventory.claim("newcomer", seat).code()).isEqualTo("RESOURCE_BUSY");
        assertThat(holderOf(seat)).isEqualTo(first.toString());
    }

    @Test
    void servesTheLineWhenAClaimExpires() {
        Answer alices = inventory.claim("alice", seat);
        sagas.waitFor(first, seat);
        running.letExpire(alices.text("claimId"));
        running.bean(Reaper.class).reap();
        assertThat(holderOf(seat)).isEqualTo(first.toString());
    }

    @Test
    void servesTheLineWhenNewStockComesIn() {
        for (String owner : List.of("a", "b", "c")) {
            inventory.claim(owner, ticket);
        }
        sagas.waitFor(first, ticket);
        inventory.putItem(ticket, 4, "COUNTED");
        assertThat(claimOf(first)).isEqualTo("HELD");
        assertThat(inventory.item(ticket).path("reserved").asInt()).isEqualTo(4);
    }

    @Test
    void servesALongLineFromOneDelivery() {
        List<Answer> claims =
                List.of(inventory.claim("a", ticket), inventory.claim("b", ticket), inventory.claim("c", ticket));
        assertThat(claims).hasSize(3);
        List<UUID> many = Stream.generate(Sagas::newSaga).limit(50).toList();
        many.forEach(saga -> sagas.waitFor(saga, ticket));
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

    private String claimOf(UUID saga) {
        return inventory
                .get("/claims?owner=" + saga)
                .body()
                .path(0)
                .path("state")
                .asString("");
    }

    private static ClaimSnapshot granted(ClaimOutcome outcome) {
        return ((ClaimOutcome.Granted) outcome).claim();
    }
}
