package dev.layeredsaga.paymentstub.ledger;

import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** What the gateway did, in the order in which it did it. Append-only, in memory, thread-safe. */
public final class Ledger {

    private final Clock clock;
    private final List<LedgerEntry> entries = new ArrayList<>();

    public Ledger(Clock clock) {
        this.clock = clock;
    }

    public synchronized LedgerEntry append(EntryType type, Posting posting) {
        var entry = new LedgerEntry(entries.size() + 1L, type, posting, clock.instant());
        entries.add(entry);
        return entry;
    }

    /** A copy of all entries, oldest first. */
    public synchronized List<LedgerEntry> entries() {
        return List.copyOf(entries);
    }

    /** The entries of one order, oldest first. */
    public List<LedgerEntry> entriesOf(OrderId order) {
        return entries().stream()
                .filter(entry -> entry.posting().orderId().equals(order))
                .toList();
    }
}
