package dev.layeredsaga.paymentstub.ledger;

import java.util.List;

/** Where a ledger is kept. A journal has one ledger at a time, which is also the only one to write to it. */
public interface Journal extends AutoCloseable {

    /** Keeps nothing: the ledger is in memory only. */
    Journal NONE = new Journal() {
        @Override
        public List<Note> read() {
            return List.of();
        }

        @Override
        public void write(Note note) {
            // the ledger remembers it
        }

        @Override
        public String place() {
            return "in memory";
        }

        @Override
        public void close() {
            // there is nothing to let go of
        }
    };

    /**
     * All notes written so far, oldest first.
     *
     * @throws UnusableJournal if it cannot be read or makes no sense
     */
    List<Note> read();

    /**
     * Writes one note; when this returns, the note survives the process.
     *
     * @throws java.io.UncheckedIOException if it could not be written; then nothing was
     */
    void write(Note note);

    /** Says to people where it is. */
    String place();

    /** Lets go of it, so that another ledger can take it up. */
    @Override
    void close();
}
