package dev.layeredsaga.orchestrator.deadletter.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.orchestrator.deadletter.Letter;
import dev.layeredsaga.orchestrator.deadletter.Letter.Content;
import dev.layeredsaga.orchestrator.deadletter.Letter.Why;
import dev.layeredsaga.orchestrator.deadletter.LetterId;
import dev.layeredsaga.orchestrator.deadletter.LetterText;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Makes a letter of any record whatsoever. docs/events.md has the headers of those that our services write. */
final class ReceivedLetter {

    /** Limits that messages of our services stay below. The content of a larger one is not stored. */
    private static final int MOST_OF_A_VALUE = 1024 * 1024;

    private static final int MOST_OF_THE_REST = 128 * 1024;
    private static final int LONGEST_REASON = 1024;
    private static final int LONGEST_GROUP = 255;

    private static final String PREFIX = "dead_letter_";

    private static final Instant EARLIEST = Instant.EPOCH;
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    private ReceivedLetter() {}

    static Letter of(ConsumerRecord<byte[], byte[]> record) {
        LetterId id = new LetterId(record.topic(), record.partition(), record.offset());
        boolean fits = sizeOf(record.value()) <= MOST_OF_A_VALUE && sizeOfRest(record) <= MOST_OF_THE_REST;
        boolean whole = !"true".equals(text(record, "truncated", 10));
        Content content = fits ? contentOf(record) : new Content(null, null, List.of());
        return new Letter(id, whyOf(record), content, fits && whole);
    }

    private static Why whyOf(ConsumerRecord<byte[], byte[]> record) {
        String reason = text(record, "reason", LONGEST_REASON);
        return new Why(
                (int) number(record, "partition", Integer.MAX_VALUE),
                number(record, "offset", Long.MAX_VALUE),
                time(text(record, "timestamp", 64)),
                bounded(Instant.ofEpochMilli(record.timestamp())),
                text(record, "group", LONGEST_GROUP),
                reason == null ? "unknown: the letter does not say" : reason);
    }

    private static Content contentOf(ConsumerRecord<byte[], byte[]> record) {
        List<Letter.Header> headers = new ArrayList<>();
        for (Header header : record.headers()) {
            if (!header.key().startsWith(PREFIX)) {
                headers.add(new Letter.Header(header.key(), header.value()));
            }
        }
        return new Content(record.key(), record.value(), headers);
    }

    private static @Nullable String text(ConsumerRecord<?, ?> record, String name, int longest) {
        Header header = record.headers().lastHeader(PREFIX + name);
        return header == null || header.value() == null ? null : LetterText.of(header.value(), longest);
    }

    /** The header's number; -1 if it is none, or not between 0 and {@code most}. */
    private static long number(ConsumerRecord<?, ?> record, String name, long most) {
        Header header = record.headers().lastHeader(PREFIX + name);
        if (header == null || header.value() == null) {
            return -1;
        }
        try {
            long number = Long.parseLong(new String(header.value(), UTF_8));
            return number < 0 || number > most ? -1 : number;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null ? null : bounded(Instant.parse(text));
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static Instant bounded(Instant time) {
        return time.isBefore(EARLIEST) ? EARLIEST : time.isAfter(LATEST) ? LATEST : time;
    }

    private static int sizeOfRest(ConsumerRecord<byte[], byte[]> record) {
        int size = sizeOf(record.key());
        for (Header header : record.headers()) {
            size += header.key().length() + sizeOf(header.value());
        }
        return size;
    }

    private static int sizeOf(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
