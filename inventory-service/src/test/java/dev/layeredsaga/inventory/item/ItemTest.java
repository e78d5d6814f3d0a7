package dev.layeredsaga.inventory.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ItemTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final SemanticLock first = lockOf("saga-a");
    private final SemanticLock second = lockOf("saga-b");

    @Test
    void givesAnExclusiveItemToOneClaimAtATime() {
        Item seat = new Item("seat", 5, ClaimPolicy.EXCLUSIVE);
        seat.claim(1, first);
        assertThat(seat.obstacleTo(1)).isEqualTo(new Obstacle.Locked(first));
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> seat.claim(1, second));
    }

    @Test
    void givesACountedItemToAsManyAsThereIsStock() {
        Item ticket = new Item("ticket", 2, ClaimPolicy.COUNTED);
        ticket.claim(1, first);
        assertThat(ticket.obstacleTo(1)).isNull();
        ticket.claim(1, second);
        assertThat(ticket.obstacleTo(1)).isEqualTo(new Obstacle.HeldByOthers());
        assertThat(ticket.snapshot().lock()).isNull();
    }

    @Test
    void isOutOfStockOnlyIfNoClaimCouldHaveThatMuch() {
        Item seat = new Item("seat", 2, ClaimPolicy.EXCLUSIVE);
        seat.claim(1, first);
        assertThat(seat.obstacleTo(2)).isInstanceOf(Obstacle.Locked.class);
        assertThat(seat.obstacleTo(3)).isEqualTo(new Obstacle.OutOfStock());
    }

    @Test
    void sellsWhatIsConfirmedAndFreesTheLock() {
        Item seat = new Item("seat", 5, ClaimPolicy.EXCLUSIVE);
        seat.claim(2, first);
        seat.confirm(first.claimId(), 2);
        assertThat(seat.snapshot()).isEqualTo(new ItemSnapshot("seat", 3, 0, ClaimPolicy.EXCLUSIVE, null, 0, 0));
    }

    @Test
    void hasEverythingBackOnceReleased() {
        Item seat = new Item("seat", 5, ClaimPolicy.EXCLUSIVE);
        seat.claim(2, first);
        seat.release(first.claimId(), 2);
        assertThat(seat.snapshot()).isEqualTo(new ItemSnapshot("seat", 5, 0, ClaimPolicy.EXCLUSIVE, null, 0, 0));
    }

    @Test
    void letsOnlyTheClaimThatHasItGiveItUp() {
        Item seat = new Item("seat", 5, ClaimPolicy.EXCLUSIVE);
        seat.claim(1, first);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> seat.release(second.claimId(), 1));
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> seat.confirm(second.claimId(), 1));
        assertThat(seat.snapshot().lock()).isEqualTo(first);
    }

    @Test
    void givesOutEverHigherFences() {
        Item seat = new Item("seat", 5, ClaimPolicy.EXCLUSIVE);
        long earlier = seat.claim(1, first);
        seat.release(first.claimId(), 1);
        assertThat(seat.wasTakenSince(earlier)).isFalse();
        assertThat(seat.claim(1, second)).isGreaterThan(earlier);
        assertThat(seat.wasTakenSince(earlier)).isTrue();
    }

    @Test
    void seesAnExpiredLockAsOrphaned() {
        Item seat = new Item("seat", 5, ClaimPolicy.EXCLUSIVE);
        seat.claim(1, first);
        assertThat(seat.mayBeOrphaned(1, first.expiresAt().minusMillis(1))).isFalse();
        assertThat(seat.mayBeOrphaned(1, first.expiresAt())).isTrue();
    }

    @Test
    void keepsItsStockAbleToCoverLiveClaims() {
        Item ticket = new Item("ticket", 5, ClaimPolicy.COUNTED);
        ticket.claim(3, first);
        assertThat(ticket.adjust(2, ClaimPolicy.COUNTED)).isEqualTo(new ItemOutcome.OnHandBelowReserved(3));
        assertThat(ticket.adjust(9, ClaimPolicy.EXCLUSIVE)).isEqualTo(new ItemOutcome.PolicyInUse(ClaimPolicy.COUNTED));
        assertThat(ticket.adjust(3, ClaimPolicy.COUNTED)).isNull();
        assertThat(ticket.snapshot().onHand()).isEqualTo(3);
    }

    @Test
    void movesAsFarAsItsClaimsAllow() {
        Item ticket = new Item("ticket", 5, ClaimPolicy.COUNTED);
        ticket.claim(3, first);
        assertThat(ticket.move(-3)).isEqualTo(new ItemOutcome.OnHandBelowReserved(3));
        assertThat(ticket.move(-2)).isNull();
        assertThat(ticket.move(Item.MOST)).isEqualTo(new ItemOutcome.TooMuch());
        assertThat(ticket.move(Item.MOST - 3)).isNull();
        assertThat(ticket.snapshot().onHand()).isEqualTo(Item.MOST);
        ticket.restock(2);
        assertThat(ticket.move(-1)).isNull();
    }

    @Test
    void isRetiredOnceNoClaimHasItAndNoneWaits() {
        Item seat = new Item("seat", 1, ClaimPolicy.EXCLUSIVE);
        seat.claim(1, first);
        assertThat(seat.retire()).isFalse();
        seat.release(first.claimId(), 1);
        seat.enqueue();
        assertThat(seat.retire()).isFalse();
        seat.leaveLine();
        assertThat(seat.obstacleTo(1)).isNull();

        assertThat(seat.retire()).isTrue();
        seat.restock(1);

        assertThat(seat.obstacleTo(1)).isEqualTo(new Obstacle.Retired());
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> seat.claim(1, second));
    }

    @Test
    void countsWhatIsSoldSinceItWasSet() {
        Item ticket = new Item("ticket", 5, ClaimPolicy.COUNTED);
        ticket.claim(3, first);
        ticket.confirm(first.claimId(), 3);
        ticket.restock(1);
        assertThat(ticket.move(4)).isNull();
        assertThat(ticket.soldSinceSet()).isEqualTo(2);
        assertThat(ticket.adjust(5, null)).isNull();
        assertThat(ticket.soldSinceSet()).isZero();
        ticket.restock(2);
        assertThat(ticket.soldSinceSet()).isZero();
    }

    private static SemanticLock lockOf(String owner) {
        return new SemanticLock(UUID.randomUUID(), owner, NOW, NOW.plusSeconds(60));
    }
}
