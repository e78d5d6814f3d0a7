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
    /** The captures whose client has not been notified. */
    private final Map<UUID, LedgerEntry> unknowns = new LinkedHashMap<>();

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
        apply(created);
        return created;
    }

    /**
     * Appends a repetition of an earlier decision.
     *
     * @param answerLost true if it will not reach the client
     */
    public void replay(LedgerEntry decision, boolean answerLost) {
        append((sequence, at) -> new LedgerEntry.Replayed(sequence, decision.posting(), at, answerLost));
    }

    /** Returns the minor units of a payment refunded by this refund and those before it. */
    public synchronized long refundedWith(LedgerEntry.Refunded refund) {
        return entries.stream()
                .limit(refund.sequence())
                .filter(entry -> entry instanceof LedgerEntry.Refunded
                        && entry.paymentId().equals(refund.paymentId()))
                .mapToLong(entry -> entry.posting().money().amount())
                .sum();
    }

    /**
     * Records that the client was notified of a payment, by any channel; no effect if the payment is not unknown.
     *
     * @throws java.io.UncheckedIOException if the journal cannot be written; then the payment stays unknown
     */
    public synchronized void clientNotified(UUID paymentId) {
        if (unknowns.containsKey(paymentId)) {
            var notice = new JournalRecord.ClientNotified(paymentId, clock.instant());
            journal.write(notice);
            apply(notice);
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
        return List.copyOf(unknowns.values());
    }

    /** Returns the ledger's location in a form for people. */
    public String location() {
        return journal.location();
    }

    private void load(JournalRecord loaded) {
        if (loaded instanceof LedgerEntry entry && entry.sequence() != nextSequence()) {
            throw new UnusableJournal(
                    location() + ": entry " + entry.sequence() + " found where entry " + nextSequence()
                            + " is expected",
                    null);
        }
        apply(loaded);
    }

    private void apply(JournalRecord change) {
        if (change instanceof LedgerEntry entry) {
            entries.add(entry);
        }
        if (change instanceof LedgerEntry.Captured captured && captured.answerLost()) {
            unknowns.put(captured.paymentId(), captured);
        } else if (change.notifiesClient()) {
            unknowns.remove(change.paymentId());
        }
    }

    private long nextSequence() {
        return entries.size() + 1L;
    }
}
