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

    void learn(Note note) {
        switch (note) {
            case LedgerEntry entry -> learn(entry);
            case ClientTold told -> captures.remove(told.paymentId());
        }
    }

    private void learn(LedgerEntry entry) {
        UUID payment = entry.posting().paymentId();
        switch (entry.deed()) {
            case Deed.Captured captured -> {
                if (captured.answerLost()) {
                    captures.put(payment, entry);
                }
            }
            case Deed.Replayed replayed -> {
                if (!replayed.answerLost()) {
                    captures.remove(payment);
                }
            }
            // a client that refunds a payment knows of it, whether or not the bank makes the refund
            case Deed.Refunded refunded -> captures.remove(payment);
            case Deed.RefundDeclined declined -> captures.remove(payment);
            case Deed.Declined declined -> {}
        }
    }
}
