package dev.layeredsaga.paymentstub.ledger;

import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** What the gateway did, in the order in which it did it. Append-only, kept in its journal, thread-safe. */
public final class Ledger {

    private final Clock clock;
    private final Journal journal;
    private final List<LedgerEntry> entries = new ArrayList<>();
    private final Unknowns unknowns = new Unknowns();

    /** An empty ledger in memory. */
    public Ledger(Clock clock) {
        this(clock, Journal.NONE);
    }

    /**
     * Takes up the ledger that the journal holds.
     *
     * @throws UnusableJournal if it cannot be read, or its entries do not count from 1 without gaps
     */
    public Ledger(Clock clock, Journal journal) {
        this.clock = clock;
        this.journal = journal;
        journal.read().forEach(this::takeUp);
    }

    /**
     * Writes an entry, first to the journal.
     *
     * @throws java.io.UncheckedIOException if the journal cannot be written; then the ledger is as it was
     */
    public synchronized LedgerEntry append(Deed deed, Posting posting) {
        var entry = new LedgerEntry(nextSequence(), deed, posting, clock.instant());
        journal.write(entry);
        take(entry);
        return entry;
    }

    /**
     * Notes that the client has been told of a payment, by whatever way; without effect if it knew already.
     *
     * @throws java.io.UncheckedIOException if the journal cannot be written; then the payment is as unknown as before
     */
    public synchronized void clientTold(UUID paymentId) {
        if (unknowns.contains(paymentId)) {
            var told = new ClientTold(paymentId, clock.instant());
            journal.write(told);
            unknowns.learn(told);
        }
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

    /** The captures whose answer was lost and of which the client has not been told since, oldest first. */
    public synchronized List<LedgerEntry> unknownCaptures() {
        return unknowns.captures();
    }

    /** Says to people where the ledger is kept. */
    public String place() {
        return journal.place();
    }

    private void takeUp(Note note) {
        switch (note) {
            case LedgerEntry entry -> take(inOrder(entry));
            case ClientTold told -> unknowns.learn(told);
        }
    }

    private LedgerEntry inOrder(LedgerEntry entry) {
        if (entry.sequence() != nextSequence()) {
            throw new UnusableJournal(
                    place() + ": entry " + entry.sequence() + " stands where " + nextSequence() + " should", null);
        }
        return entry;
    }

    private void take(LedgerEntry entry) {
        entries.add(entry);
        unknowns.learn(entry);
    }

    private long nextSequence() {
        return entries.size() + 1L;
    }
}
