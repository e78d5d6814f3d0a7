package dev.layeredsaga.messaging.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Limits the memory that a consumer takes for a record and for a poll. Kafka's own limits count compressed bytes, a few of which
 * can be megabytes. Data beyond the limits of a record is dropped while it is read, which makes the record malformed; records beyond
 * the limit of a poll stay for the next one. The record that is being read is not limited: Kafka's client unpacks it whole.
 *
 * <p>Each consumer needs its own instance.
 */
public final class RecordBounds {

    /** The maximum bytes of a value, unpacked. */
    public static final int MOST_OF_A_VALUE = 256 * 1024;

    private static final int MOST_OF_A_KEY = 1024;
    private static final int MOST_OF_THE_HEADERS = 64 * 1024;

    /** The maximum bytes of a poll's keys, headers and values, if it has more than one record. */
    private static final int MOST_OF_A_POLL = 16 * 1024 * 1024;

    /** Added only by a record's consumer; a sender that adds it makes its own record malformed. */
    private static final String CUT = "layered_saga_record_cut";

    private long kept;

    /** Resets the count; must be called before each poll. */
    public void beginPoll() {
        kept = 0;
    }

    /** Returns true if part of the record has been dropped. */
    public static boolean isCut(ConsumerRecord<?, ?> record) {
        return record.headers().lastHeader(CUT) != null;
    }

    /** @throws MalformedMessageException if part of the record has been dropped or the value is too large */
    static void check(ConsumerRecord<?, byte[]> record) {
        Header cut = record.headers().lastHeader(CUT);
        if (cut != null) {
            throw new MalformedMessageException(new String(cut.value(), UTF_8));
        }
        if (record.value() != null && record.value().length > MOST_OF_A_VALUE) {
            throw new MalformedMessageException(tooLarge("value", record.value().length, MOST_OF_A_VALUE));
        }
    }

    public Deserializer<String> keys() {
        return new Keys();
    }

    public Deserializer<byte[]> values() {
        return new Values();
    }

    private static String tooLarge(String what, int bytes, int most) {
        return "the %s of %d bytes exceeds %d".formatted(what, bytes, most);
    }

    private static int sizeOf(@Nullable ByteBuffer data) {
        return data == null ? 0 : data.remaining();
    }

    private static void cut(Headers headers, String reason) {
        headers.add(CUT, reason.getBytes(UTF_8));
    }

    private static final class Keys extends StringDeserializer {

        @Override
        public String deserialize(String topic, Headers headers, ByteBuffer data) {
            if (sizeOf(data) > MOST_OF_A_KEY) {
                cut(headers, tooLarge("key", sizeOf(data), MOST_OF_A_KEY));
                return "";
            }
            return super.deserialize(topic, headers, data);
        }
    }

    private final class Values extends ByteArrayDeserializer {

        @Override
        public byte[] deserialize(String topic, Headers headers, ByteBuffer data) {
            int ofHeaders = drainedSizeOf(headers);
            if (ofHeaders > MOST_OF_THE_HEADERS) {
                for (Header header : headers.toArray()) {
                    headers.remove(header.key());
                }
                cut(headers, tooLarge("headers", ofHeaders, MOST_OF_THE_HEADERS));
            }
            if (sizeOf(data) > MOST_OF_A_VALUE) {
                cut(headers, tooLarge("value", sizeOf(data), MOST_OF_A_VALUE));
                return new byte[0];
            }
            keep(sizeOf(data) + Math.min(ofHeaders, MOST_OF_THE_HEADERS));
            return super.deserialize(topic, headers, data);
        }

        /** Counts the bytes. After an exception, Kafka's client returns the earlier records, and reads this one in the next poll. */
        private void keep(int bytes) {
            if (kept > 0 && kept + bytes > MOST_OF_A_POLL) {
                throw new SerializationException("the poll has enough; this record comes with the next one");
            }
            kept += bytes;
        }

        /** Reads every header, because an unread one keeps the whole unpacked buffer in memory, the record's value included. */
        private static int drainedSizeOf(Headers headers) {
            int size = 0;
            for (Header header : headers) {
                byte[] value = header.value();
                size += header.key().length() + (value == null ? 0 : value.length);
            }
            return size;
        }
    }
}
