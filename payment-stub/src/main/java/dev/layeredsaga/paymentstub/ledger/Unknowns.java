package dev.layeredsaga.paymentstub.ledger;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The captures whose client has not been notified. Not thread-safe: guarded by the ledger's lock. */
final class Unknowns {

    private final Map<UUID, LedgerEntry> captures = new LinkedHashMap<>();

    boolean contains(UUID paymentId) {
        return captures.containsKey(paymentId);
    }

    List<LedgerEntry> captures() {
        return List.copyOf(captures.values());
    }

    void update(JournalRecord change) {
        switch (change) {
            case LedgerEntry entry -> update(entry);
            case JournalRecord.ClientNotified notice -> captures.remove(notice.paymentId());
        }
    }

    private void update(LedgerEntry entry) {
        UUID payment = entry.posting().paymentId();
        switch (entry) {
            case LedgerEntry.Captured captured -> {
                if (captured.answerLost()) {
                    captures.put(payment, entry);
                }
            }
            case LedgerEntry.Replayed replayed -> {
                if (!replayed.answerLost()) {
                    captures.remove(payment);
                }
            }
            // a client that refunds a payment knows of it, whether or not the bank makes the refund
            case LedgerEntry.Refunded refunded -> captures.remove(payment);
            case LedgerEntry.RefundDeclined declined -> captures.remove(payment);
            case LedgerEntry.Declined declined -> {}
        }
    }
}
