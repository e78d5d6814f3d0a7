package dev.layeredsaga.paymentstub.junit;

import dev.layeredsaga.paymentstub.ledger.EntryType;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import java.util.List;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions about one order, as the ledger and the counts of calls were when {@link StubbedGateway#assertThatOrder} was
 * called. Whatever fails shows both.
 */
public final class OrderAssert extends AbstractAssert<OrderAssert, OrderRecord> {

    OrderAssert(OrderRecord actual) {
        super(actual, OrderAssert.class);
    }

    /** Money was taken once, and this much of it. What was given back does not count; see {@link #hasNetOf}. */
    public OrderAssert isChargedExactlyOnce(long amount, String currency) {
        List<Money> captures = actual.moved(EntryType.CAPTURED);
        return check(
                captures.equals(List.of(new Money(amount, currency))),
                "to be charged exactly once, " + amount + " " + currency);
    }

    /** No money was ever taken. */
    public OrderAssert isChargedNothing() {
        return check(!actual.has(EntryType.CAPTURED), "to be charged nothing");
    }

    /** The bank said no, and no money was taken. */
    public OrderAssert isDeclined() {
        return check(actual.has(EntryType.DECLINED) && !actual.has(EntryType.CAPTURED), "to be declined");
    }

    /** Money was taken, and all of it was given back. */
    public OrderAssert isRefundedInFull() {
        List<String> currencies = actual.currencies();
        boolean nothingLeft = currencies.stream().allMatch(currency -> actual.net(currency) == 0);
        return check(!currencies.isEmpty() && nothingLeft, "to be refunded in full");
    }

    /**
     * What was taken less what was given back.
     *
     * @param amount in minor units; zero if nothing was taken, or all of it given back
     */
    public OrderAssert hasNetOf(long amount, String currency) {
        return check(actual.net(currency) == amount, "to have paid " + amount + " " + currency + " net");
    }

    /** The client was told of every capture, or could have been: no answer is missing and nothing is in flight. */
    public OrderAssert isKnownToItsClient() {
        return check(!actual.unknown(), "to be known to its client");
    }

    /** The gateway was called this often about the order, for whatever purpose and with whatever outcome. */
    public OrderAssert wasCalled(int times) {
        return check(actual.calls() == times, "to be called about " + Texts.times(times));
    }

    /** Payment was asked for this often, repetitions included. */
    public OrderAssert wasAskedToPay(int times) {
        return check(actual.payments() == times, "to be asked to pay " + Texts.times(times));
    }

    /** The client asked this often what became of the payment. */
    public OrderAssert wasQueried(int times) {
        return check(actual.queries() == times, "to be queried " + Texts.times(times));
    }

    /** A refund was asked for this often, repetitions included. */
    public OrderAssert wasAskedToRefund(int times) {
        return check(actual.refunds() == times, "to be asked to refund " + Texts.times(times));
    }

    private OrderAssert check(boolean holds, String expectation) {
        if (!holds) {
            throw failure("%s", Texts.failure(actual, expectation));
        }
        return this;
    }
}
