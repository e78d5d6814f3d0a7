package dev.layeredsaga.paymentstub.ledger;

import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The gateway's decisions in the order they were made. Append-only, stored in its journal, thread-safe. */
public final class Ledger {

    private final Clock clock;
    private final Journal journal;
    private final List<LedgerEntry> entries = new ArrayList<>();
    private final Unknowns unknowns = new Unknowns();

    /** Creates an empty ledger in memory. */
    public Ledger(Clock clock) {
        this(clock, Journal.NONE);
    }

    /**
     * Loads the ledger from the journal.
     *
     * @throws UnusableJournal if it cannot be read, or its entries are not numbered from 1 without gaps
     */
    public Ledger(Clock clock, Journal journal) {
        this.clock = clock;
        this.journal = journal;
        journal.read().forEach(this::takeUp);
    }

    /**
     * Appends an entry, first to the journal.
     *
     * @throws java.io.UncheckedIOException if the journal cannot be written; then the ledger is unchanged
     */
    public synchronized LedgerEntry append(Deed deed, Posting posting) {
        var entry = new LedgerEntry(nextSequence(), deed, posting, clock.instant());
        journal.write(entry);
        take(entry);
        return entry;
    }

    /**
     * Records that the client was notified of a payment, by any channel; no effect if the payment is not unknown.
     *
     * @throws java.io.UncheckedIOException if the journal cannot be written; then the payment stays unknown
     */
    public synchronized void clientTold(UUID paymentId) {
        if (unknowns.contains(paymentId)) {
            var told = new ClientTold(paymentId, clock.instant());
            journal.write(told);
            unknowns.learn(told);
        }
    }

    /** Returns a copy of all entries, oldest first. */
    public synchronized List<LedgerEntry> entries() {
        return List.copyOf(entries);
    }

    /** Returns the entries of one order, oldest first. */
    public List<LedgerEntry> entriesOf(OrderId order) {
        return entries().stream()
                .filter(entry -> entry.posting().orderId().equals(order))
                .toList();
    }

    /** Returns captures whose answer was lost and whose client has not been notified since, oldest first. */
    public synchronized List<LedgerEntry> unknownCaptures() {
        return unknowns.captures();
    }

    /** Returns the ledger's location in a form for people. */
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
