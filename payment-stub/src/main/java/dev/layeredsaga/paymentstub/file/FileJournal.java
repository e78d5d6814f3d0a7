package dev.layeredsaga.paymentstub.file;

import dev.layeredsaga.paymentstub.ledger.Journal;
import dev.layeredsaga.paymentstub.ledger.Note;
import dev.layeredsaga.paymentstub.ledger.UnusableJournal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * A journal in a file, one JSON object a line. Each line is forced to the disk before {@link #write} returns, and the
 * file is locked against other stubs until {@link #close}. Not thread-safe: the ledger guards it.
 */
public final class FileJournal implements Journal {

    private static final JsonMapper JSON = new JsonMapper();

    private final Path file;
    private final FileChannel channel;
    private long end;

    private FileJournal(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Opens the file, or creates it.
     *
     * @throws UnusableJournal if it is a directory, cannot be created, read or written, or another stub holds it
     */
    public static FileJournal open(Path file) {
        return new FileJournal(file.toAbsolutePath(), LockedFile.open(file.toAbsolutePath()));
    }

    /**
     * All notes in the file. A last line that was not written to its end is cut off, with a warning: nobody was told
     * of it.
     */
    @Override
    public List<Note> read() {
        try {
            Lines lines = Lines.in(channel);
            cutOff(lines);
            return lines.read(this::note);
        } catch (IOException e) {
            throw new UnusableJournal("the ledger " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void write(Note note) {
        try {
            append((JSON.writeValueAsString(NoteWriter.json(note)) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to the ledger " + file, e);
        }
    }

    @Override
    public String place() {
        return file.toString();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void append(byte[] line) throws IOException {
        try {
            // whatever a failed attempt left behind would stand before this line and break it
            channel.truncate(end);
            Lines.write(channel, ByteBuffer.wrap(line), end);
            channel.force(false);
        } catch (IOException e) {
            takeBack(e);
            throw e;
        }
        end += line.length;
    }

    private void takeBack(IOException cause) {
        try {
            channel.truncate(end);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private void cutOff(Lines lines) throws IOException {
        end = lines.end();
        if (lines.torn() > 0) {
            System.err.println("payment-stub: cut off the last line of " + file + ", which was not written to its end ("
                    + lines.torn() + " bytes)");
            channel.truncate(end);
            channel.force(true);
        }
    }

    // whatever is wrong with a line, it is the line that has to be named
    private Note note(int number, String line) {
        try {
            return NoteReader.note(JSON.readTree(line));
        } catch (RuntimeException e) {
            throw new UnusableJournal("the ledger " + file + " is broken in line " + number, e);
        }
    }
}
