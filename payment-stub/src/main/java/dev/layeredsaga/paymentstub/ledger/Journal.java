package dev.layeredsaga.paymentstub.ledger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The storage of a ledger. A journal has one ledger at a time, its only writer. */
public interface Journal extends AutoCloseable {

    /** Stores nothing: the ledger is in memory only. */
    Journal NONE = new Journal() {
        @Override
        public List<JournalRecord> read() {
            return List.of();
        }

        @Override
        public void write(JournalRecord entry) {
            // kept in the ledger's memory
        }

        @Override
        public String location() {
            return "in memory";
        }

        @Override
        public void close() {
            // no resources to release
        }
    };

    /**
     * Returns all records written so far, oldest first.
     *
     * @throws UnusableJournal if it cannot be read or is inconsistent
     */
    List<JournalRecord> read();

    /**
     * Writes one record durably: once this returns, the record survives a crash of the process.
     *
     * @throws java.io.UncheckedIOException if it could not be written; then the journal is unchanged
     */
    void write(JournalRecord entry);

    /** Returns the location in a form for people. */
    String location();

    /** Releases the journal, so that another ledger can open it. */
    @Override
    void close();

    /** Thrown if a ledger cannot be loaded from its journal; the message is one line with the journal and the reason. */
    final class UnusableJournal extends RuntimeException {

        public UnusableJournal(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
