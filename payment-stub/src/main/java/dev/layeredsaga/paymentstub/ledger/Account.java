package dev.layeredsaga.paymentstub.ledger;

import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The captured and refunded amounts of one payment, summed from the ledger. */
record Account(UUID paymentId, OrderId orderId, long captured, long refunded) {

    static Collection<Account> of(List<LedgerEntry> entries) {
        Map<UUID, Account> accounts = new LinkedHashMap<>();
        for (LedgerEntry entry : entries) {
            accounts.merge(entry.posting().paymentId(), opening(entry), Account::plus);
        }
        return accounts.values();
    }

    private static Account opening(LedgerEntry entry) {
        Posting posting = entry.posting();
        long amount = posting.money().amount();
        return switch (entry.type()) {
            case CAPTURED -> new Account(posting.paymentId(), posting.orderId(), amount, 0);
            case REFUNDED -> new Account(posting.paymentId(), posting.orderId(), 0, amount);
            case DECLINED, REFUND_DECLINED, REPLAYED -> new Account(posting.paymentId(), posting.orderId(), 0, 0);
        };
    }

    private Account plus(Account other) {
        return new Account(paymentId, orderId, captured + other.captured, refunded + other.refunded);
    }

    boolean isNetCapture() {
        return captured > refunded;
    }

    boolean isOverRefunded() {
        return refunded > captured;
    }
}
