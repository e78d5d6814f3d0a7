package dev.layeredsaga.paymentstub.junit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.paymentstub.fault.DeclineCode;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.ledger.EntryDraft;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Posting;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class OrderAssertTest {

    private static final OrderId ORDER = new OrderId("order");
    private static final EntryDraft CAPTURED = EntryDraft.captured(Scenario.OK, false);
    private static final EntryDraft REFUNDED = EntryDraft.refunded(UUID.randomUUID(), OptionalLong.empty());
    private static final EntryDraft DECLINED = EntryDraft.declined(Scenario.DECLINED_FRAUD, DeclineCode.FRAUD);

    private final List<LedgerEntry> entries = new ArrayList<>();

    @Test
    void nothingIsChargedUntilSomethingIs() {
        order().isChargedNothing().hasNetOf(0, "KRW");
        append(CAPTURED, 100);

        fails(() -> order().isChargedNothing(), "to be charged nothing");
    }

    @Test
    void onceMeansOnceAndThisMuch() {
        fails(() -> order().isChargedExactlyOnce(100, "KRW"), "to be charged exactly once, 100 KRW");
        append(CAPTURED, 100);
        order().isChargedExactlyOnce(100, "KRW");
        fails(() -> order().isChargedExactlyOnce(99, "KRW"), "99 KRW");
        fails(() -> order().isChargedExactlyOnce(100, "USD"), "100 USD");
        append(CAPTURED, 100);

        fails(() -> order().isChargedExactlyOnce(100, "KRW"), "to be charged exactly once");
    }

    @Test
    void aDeclineIsNoneIfMoneyWasTaken() {
        fails(() -> order().isDeclined(), "to be declined");
        append(DECLINED, 100);
        order().isDeclined().isChargedNothing();
        append(CAPTURED, 100);

        fails(() -> order().isDeclined(), "to be declined");
    }

    @Test
    void inFullMeansThatNothingIsLeft() {
        fails(() -> order().isRefundedInFull(), "to be refunded in full");
        append(CAPTURED, 100);
        append(REFUNDED, 60);
        fails(() -> order().isRefundedInFull(), "to be refunded in full");
        order().hasNetOf(40, "KRW");
        append(REFUNDED, 40);

        order().isRefundedInFull().hasNetOf(0, "KRW");
        fails(() -> order().hasNetOf(1, "KRW"), "to have paid 1 KRW net");
    }

    @Test
    void callsAreCountedByPurposeAndInAll() {
        order().wasCalled(6).wasAskedToPay(3).wasQueried(2).wasAskedToRefund(1).isKnownToItsClient();

        fails(() -> order().wasCalled(1), "to be called about 1 time,");
        fails(() -> order().wasAskedToPay(2), "to be asked to pay 2 times");
        fails(() -> order().wasQueried(0), "to be queried 0 times");
        fails(() -> order().wasAskedToRefund(0), "to be asked to refund 0 times");
    }

    @Test
    void aFailureShowsTheDescriptionToo() {
        fails(() -> order().as("the shop's order").wasCalled(1), "[the shop's order]");
    }

    @Test
    void aPercentSignInAnIdIsLeftAlone() {
        var record = new OrderRecord(new OrderId("100%d"), List.of(), 0, 0, 0, true);

        fails(() -> new OrderAssert(record).isKnownToItsClient(), "order 100%d to be known to its client");
    }

    private OrderAssert order() {
        return new OrderAssert(new OrderRecord(ORDER, List.copyOf(entries), 3, 2, 1, false));
    }

    private void append(EntryDraft draft, long amount) {
        var posting = new Posting(UUID.randomUUID(), ORDER, new Money(amount, "KRW"), new IdempotencyKey("key"));
        entries.add(draft.entry(entries.size() + 1L, posting, Instant.EPOCH));
    }

    private static void fails(ThrowingCallable assertion, String message) {
        assertThatThrownBy(assertion).isInstanceOf(AssertionError.class).hasMessageContaining(message);
    }
}
