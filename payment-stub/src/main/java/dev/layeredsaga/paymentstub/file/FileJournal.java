package dev.layeredsaga.paymentstub.file;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.layeredsaga.paymentstub.ledger.Journal;
import dev.layeredsaga.paymentstub.ledger.Journal.UnusableJournal;
import dev.layeredsaga.paymentstub.ledger.JournalRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A journal in a file, one JSON object per line. Each line is forced to disk before {@link #write} returns. The file is
 * locked against other stubs until {@link #close}. Not thread-safe: guarded by the ledger's lock.
 */
public final class FileJournal implements Journal {

    // a field that is missing or null makes its line unreadable; only optional ones may be absent
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_ABSENT))
            .build();

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
        return new FileJournal(file.toAbsolutePath(), openLocked(file.toAbsolutePath()));
    }

    /**
     * Returns all records in the file. An incomplete last line is truncated with a warning; its decision was never
     * answered.
     */
    @Override
    public List<JournalRecord> read() {
        try {
            // through the channel that holds the lock: closing a second channel could release the lock
            byte[] bytes = Channels.newInputStream(channel.position(0)).readAllBytes();
            truncateIncompleteLine(bytes);
            return parse(new String(bytes, 0, Math.toIntExact(end), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UnusableJournal("the ledger " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void write(JournalRecord entry) {
        try {
            append((JSON.writeValueAsString(entry) + "\n").getBytes(StandardCharsets.UTF_8));
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
            channel.position(end);
            for (var rest = ByteBuffer.wrap(line); rest.hasRemaining(); ) {
                channel.write(rest);
            }
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

    private void truncateIncompleteLine(byte[] bytes) throws IOException {
        int complete = bytes.length;
        while (complete > 0 && bytes[complete - 1] != '\n') {
            complete--;
        }
        end = complete;
        if (complete < bytes.length) {
            System.err.println("payment-stub: cut off the last line of " + file + ", which was not written to its end ("
                    + (bytes.length - complete) + " bytes)");
            channel.truncate(end);
            channel.force(true);
        }
    }

    // names the line for every kind of error
    private List<JournalRecord> parse(String text) {
        List<JournalRecord> records = new ArrayList<>();
        for (String line : text.lines().toList()) {
            try {
                records.add(JSON.readValue(line, JournalRecord.class));
            } catch (RuntimeException e) {
                throw new UnusableJournal("the ledger " + file + " is broken in line " + (records.size() + 1), e);
            }
        }
        return records;
    }

    private static FileChannel openLocked(Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new UnusableJournal(
                    "the ledger " + file + " is a directory, or something else that is no file", null);
        }
        try {
            return locked(file, channel(file));
        } catch (AccessDeniedException e) {
            throw new UnusableJournal("the ledger " + file + " cannot be written: no permission", e);
        } catch (NoSuchFileException e) {
            throw new UnusableJournal("the ledger " + file + " cannot be created: no such directory", e);
        } catch (IOException e) {
            throw new UnusableJournal("the ledger " + file + " cannot be opened: " + e.getMessage(), e);
        }
    }

    private static FileChannel channel(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static FileChannel locked(Path file, FileChannel channel) throws IOException {
        if (isLocked(channel)) {
            return channel;
        }
        channel.close();
        throw new UnusableJournal("the ledger " + file + " is held by another stub", null);
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // the other stub runs in this process
            return false;
        }
    }
}
