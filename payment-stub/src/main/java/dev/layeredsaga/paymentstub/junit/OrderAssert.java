package dev.layeredsaga.paymentstub.junit;

import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.EntryType;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import java.util.List;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions about one order, on the ledger and the call counts at the time of {@link StubbedGateway#assertThatOrder}. A
 * failure shows both.
 */
public final class OrderAssert extends AbstractAssert<OrderAssert, OrderRecord> {

    OrderAssert(OrderRecord actual) {
        super(actual, OrderAssert.class);
    }

    /** Asserts exactly one capture, of this amount. Refunds do not count; see {@link #hasNetOf}. */
    public OrderAssert isChargedExactlyOnce(long amount, String currency) {
        List<Money> captures = actual.moved(EntryType.CAPTURED);
        return check(
                captures.equals(List.of(new Money(amount, currency))),
                "to be charged exactly once, " + amount + " " + currency);
    }

    /** Asserts that nothing was captured. */
    public OrderAssert isChargedNothing() {
        return check(!actual.has(EntryType.CAPTURED), "to be charged nothing");
    }

    /** Asserts a decline and no capture. */
    public OrderAssert isDeclined() {
        return check(actual.has(EntryType.DECLINED) && !actual.has(EntryType.CAPTURED), "to be declined");
    }

    /** Asserts a capture, and refunds of the whole amount. */
    public OrderAssert isRefundedInFull() {
        List<String> currencies = actual.currencies();
        boolean nothingLeft = currencies.stream().allMatch(currency -> actual.net(currency) == 0);
        return check(!currencies.isEmpty() && nothingLeft, "to be refunded in full");
    }

    /**
     * Asserts the captured amount less refunds.
     *
     * @param amount in minor units; zero if nothing was captured or all of it was refunded
     */
    public OrderAssert hasNetOf(long amount, String currency) {
        return check(actual.net(currency) == amount, "to have paid " + amount + " " + currency + " net");
    }

    /** Asserts that no capture is unknown to the client: no answer was lost and nothing is in flight. */
    public OrderAssert isKnownToItsClient() {
        return check(!actual.unknown(), "to be known to its client");
    }

    /** Asserts the number of calls for the order, of any operation and with any outcome. */
    public OrderAssert wasCalled(int times) {
        return check(actual.calls() == times, "to be called about " + FailureMessages.times(times));
    }

    /** Asserts the number of payment requests, repetitions included. */
    public OrderAssert wasAskedToPay(int times) {
        return check(actual.payments() == times, "to be asked to pay " + FailureMessages.times(times));
    }

    /** Asserts the number of payment queries. */
    public OrderAssert wasQueried(int times) {
        return check(actual.queries() == times, "to be queried " + FailureMessages.times(times));
    }

    /** Asserts the number of refund requests, repetitions included. */
    public OrderAssert wasAskedToRefund(int times) {
        return check(actual.refunds() == times, "to be asked to refund " + FailureMessages.times(times));
    }

    private OrderAssert check(boolean holds, String expectation) {
        if (!holds) {
            throw failure("%s", FailureMessages.failure(actual, expectation));
        }
        return this;
    }
}
