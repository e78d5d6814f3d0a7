package dev.layeredsaga.paymentstub.gateway;

import dev.layeredsaga.paymentstub.ledger.Journal;
import dev.layeredsaga.paymentstub.ledger.JournalRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A journal in memory that outlives a gateway within a test and can simulate a full disk. */
public final class InMemoryJournal implements Journal {

    private final List<JournalRecord> records = new ArrayList<>();
    private boolean full;

    public synchronized void fill() {
        full = true;
    }

    public synchronized void empty() {
        full = false;
    }

    @Override
    public synchronized List<JournalRecord> read() {
        return List.copyOf(records);
    }

    @Override
    public synchronized void write(JournalRecord entry) {
        if (full) {
            throw new UncheckedIOException(new IOException("the disk is full"));
        }
        records.add(entry);
    }

    @Override
    public String location() {
        return "in a list";
    }

    @Override
    public void close() {
        // keeps the records for the next gateway
    }
}
