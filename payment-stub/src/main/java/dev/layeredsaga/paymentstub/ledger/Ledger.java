package dev.layeredsaga.paymentstub.ledger;

import dev.layeredsaga.paymentstub.ledger.Journal.UnusableJournal;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;

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
        journal.read().forEach(this::load);
    }

    /**
     * Appends an entry, first to the journal.
     *
     * @param entry creates the entry from its sequence number and time
     * @throws java.io.UncheckedIOException if the journal cannot be written; then the ledger is unchanged
     */
    public synchronized <E extends LedgerEntry> E append(BiFunction<Long, Instant, E> entry) {
        E created = entry.apply(nextSequence(), clock.instant());
        journal.write(created);
        add(created);
        return created;
    }

    /**
     * Records that the client was notified of a payment, by any channel; no effect if the payment is not unknown.
     *
     * @throws java.io.UncheckedIOException if the journal cannot be written; then the payment stays unknown
     */
    public synchronized void clientNotified(UUID paymentId) {
        if (unknowns.contains(paymentId)) {
            var notice = new JournalRecord.ClientNotified(paymentId, clock.instant());
            journal.write(notice);
            unknowns.update(notice);
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
    public String location() {
        return journal.location();
    }

    private void load(JournalRecord loaded) {
        switch (loaded) {
            case LedgerEntry entry -> add(inOrder(entry));
            case JournalRecord.ClientNotified notice -> unknowns.update(notice);
        }
    }

    private LedgerEntry inOrder(LedgerEntry entry) {
        if (entry.sequence() != nextSequence()) {
            throw new UnusableJournal(
                    location() + ": entry " + entry.sequence() + " found where entry " + nextSequence()
                            + " is expected",
                    null);
        }
        return entry;
    }

    private void add(LedgerEntry entry) {
        entries.add(entry);
        unknowns.update(entry);
    }

    private long nextSequence() {
        return entries.size() + 1L;
    }

    /** The captures whose client has not been notified. Not thread-safe: guarded by the ledger's lock. */
    private static final class Unknowns {

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
}
