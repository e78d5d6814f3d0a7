package dev.layeredsaga.paymentstub.file;

import dev.layeredsaga.paymentstub.ledger.Journal;
import dev.layeredsaga.paymentstub.ledger.JournalRecord;
import dev.layeredsaga.paymentstub.ledger.UnusableJournal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A journal in a file, one JSON object per line. Each line is forced to disk before {@link #write} returns. The file is
 * locked against other stubs until {@link #close}. Not thread-safe: guarded by the ledger's lock.
 */
public final class FileJournal implements Journal {

    private final Path file;
    private final FileChannel channel;
    private long end;

    private FileJournal(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Opens or creates the file.
     *
     * @throws UnusableJournal if it is a directory, cannot be created, read or written, or is locked by another stub
     */
    public static FileJournal open(Path file) {
        return new FileJournal(file.toAbsolutePath(), LockedFile.open(file.toAbsolutePath()));
    }

    /**
     * Returns all records in the file. An incomplete last line is truncated with a warning; its decision was never
     * answered.
     */
    @Override
    public List<JournalRecord> read() {
        try {
            Lines lines = Lines.in(channel);
            truncateIncompleteLine(lines);
            return lines.read(this::parse);
        } catch (IOException e) {
            throw new UnusableJournal("the ledger " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void write(JournalRecord entry) {
        try {
            append((JournalFormat.write(entry) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to the ledger " + file, e);
        }
    }

    @Override
    public String location() {
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
            // removes the remains of a failed write, which would corrupt this line
            channel.truncate(end);
            Lines.write(channel, ByteBuffer.wrap(line), end);
            channel.force(false);
        } catch (IOException e) {
            rollBack(e);
            throw e;
        }
        end += line.length;
    }

    private void rollBack(IOException cause) {
        try {
            channel.truncate(end);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private void truncateIncompleteLine(Lines lines) throws IOException {
        end = lines.end();
        if (lines.incomplete() > 0) {
            System.err.println("payment-stub: cut off the last line of " + file + ", which was not written to its end ("
                    + lines.incomplete() + " bytes)");
            channel.truncate(end);
            channel.force(true);
        }
    }

    // names the line for every kind of error
    private JournalRecord parse(int number, String line) {
        try {
            return JournalFormat.read(line);
        } catch (RuntimeException e) {
            throw new UnusableJournal("the ledger " + file + " is broken in line " + number, e);
        }
    }
}
