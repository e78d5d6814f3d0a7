package dev.layeredsaga.paymentstub.http;

import dev.layeredsaga.paymentstub.ledger.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.Posting;
import java.time.Instant;
import java.util.UUID;

/** A ledger entry. */
record EntryView(
        long sequence,
        String type,
        UUID paymentId,
        String orderId,
        long amount,
        String currency,
        String idempotencyKey,
        Instant at) {

    static EntryView of(LedgerEntry entry) {
        Posting posting = entry.posting();
        return new EntryView(
                entry.sequence(),
                entry.type().name(),
                posting.paymentId(),
                posting.orderId().value(),
                posting.money().amount(),
                posting.money().currency(),
                posting.idempotencyKey().value(),
                entry.at());
    }
}
