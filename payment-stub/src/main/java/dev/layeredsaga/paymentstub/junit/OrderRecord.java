package dev.layeredsaga.paymentstub.junit;

import dev.layeredsaga.paymentstub.fault.Scenario.Operation;
import dev.layeredsaga.paymentstub.gateway.Gateway;
import dev.layeredsaga.paymentstub.ledger.Audit;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.EntryType;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A snapshot of the gateway's data on one order.
 *
 * @param unknown true if a capture, made or in flight, is unknown to the client
 */
record OrderRecord(OrderId order, List<LedgerEntry> entries, int payments, int queries, int refunds, boolean unknown) {

    static OrderRecord of(Gateway gateway, OrderId order) {
        return new OrderRecord(
                order,
                gateway.ledger().entriesOf(order),
                gateway.calls().of(Operation.PAYMENT, order),
                gateway.calls().of(Operation.QUERY, order),
                gateway.calls().of(Operation.REFUND, order),
                !gateway.auditor().audit(order, Duration.ZERO).holds(Audit.NOTHING_UNKNOWN));
    }

    int calls() {
        return payments + queries + refunds;
    }

    List<Money> moved(EntryType type) {
        return ofType(type).map(entry -> entry.posting().money()).toList();
    }

    boolean has(EntryType type) {
        return ofType(type).findAny().isPresent();
    }

    /** Returns captures less refunds, in minor units of this currency. */
    long net(String currency) {
        return sum(EntryType.CAPTURED, currency) - sum(EntryType.REFUNDED, currency);
    }

    List<String> currencies() {
        return moved(EntryType.CAPTURED).stream()
                .map(Money::currency)
                .distinct()
                .toList();
    }

    private long sum(EntryType type, String currency) {
        return moved(type).stream()
                .filter(money -> money.currency().equals(currency))
                .mapToLong(Money::amount)
                .reduce(0, Math::addExact);
    }

    private Stream<LedgerEntry> ofType(EntryType type) {
        return entries.stream().filter(entry -> entry.type() == type);
    }
}
