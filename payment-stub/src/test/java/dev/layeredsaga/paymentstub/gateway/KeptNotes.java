package dev.layeredsaga.paymentstub.gateway;

import dev.layeredsaga.paymentstub.ledger.Journal;
import dev.layeredsaga.paymentstub.ledger.Note;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A journal in memory that outlives a gateway within a test and can simulate a full disk. */
final class KeptNotes implements Journal {

    private final List<Note> notes = new ArrayList<>();
    private boolean full;

    void fill() {
        full = true;
    }

    void empty() {
        full = false;
    }

    @Override
    public List<Note> read() {
        return List.copyOf(notes);
    }

    @Override
    public void write(Note note) {
        if (full) {
            throw new UncheckedIOException(new IOException("the disk is full"));
        }
        notes.add(note);
    }

    @Override
    public String place() {
        return "in a list";
    }

    @Override
    public void close() {
        // keeps the records for the next gateway
    }
}
