package dev.layeredsaga.paymentstub.file;

import dev.layeredsaga.paymentstub.ledger.JournalRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The complete lines of a file, and the bytes of an incomplete last line. */
final class Lines {

    private final byte[] bytes;
    private final int end;

    private Lines(byte[] bytes) {
        this.bytes = bytes;
        this.end = endOfLast(bytes);
    }

    // reads through the channel that holds the lock: closing a second channel could release the lock
    static Lines in(FileChannel channel) throws IOException {
        return new Lines(Channels.newInputStream(channel.position(0)).readAllBytes());
    }

    static void write(FileChannel channel, ByteBuffer line, long position) throws IOException {
        channel.position(position);
        while (line.hasRemaining()) {
            channel.write(line);
        }
    }

    /** Returns the number of bytes in complete lines. */
    int end() {
        return end;
    }

    /** Returns the number of bytes in an incomplete last line. */
    int incomplete() {
        return bytes.length - end;
    }

    List<JournalRecord> read(Reader reader) throws IOException {
        var lines = new LineNumberReader(
                new InputStreamReader(new ByteArrayInputStream(bytes, 0, end), StandardCharsets.UTF_8));
        List<JournalRecord> records = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            records.add(reader.parse(lines.getLineNumber(), line));
        }
        return records;
    }

    private static int endOfLast(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    /** Parses a line into a record. */
    @FunctionalInterface
    interface Reader {

        /**
         * @param number counts from 1
         */
        JournalRecord parse(int number, String line);
    }
}
