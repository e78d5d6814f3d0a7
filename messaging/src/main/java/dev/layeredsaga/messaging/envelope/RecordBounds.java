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
 * How much of a record, and how much of a poll, a consumer keeps. Kafka's own limits count compressed bytes, and a few of them can be
 * megabytes. What exceeds the bounds of a record is dropped as it is read, so that the record is malformed; what exceeds those of a
 * poll stays for the next one. Not bounded is the one record that is just being read: Kafka's client unpacks it whole.
 *
 * <p>An instance belongs to one consumer.
 */
public final class RecordBounds {

    /** The most bytes of a value, unpacked. */
    public static final int MOST_OF_A_VALUE = 256 * 1024;

    private static final int MOST_OF_A_KEY = 1024;
    private static final int MOST_OF_THE_HEADERS = 64 * 1024;

    /** The most bytes of a poll's keys, headers and values, if it has more than one record. */
    private static final int MOST_OF_A_POLL = 16 * 1024 * 1024;

    /** Only ever seen by a record's consumer; a sender who adds it makes his own record malformed. */
    private static final String CUT = "layered_saga_record_cut";

    private long kept;

    /** The next record is the first of a poll. */
    public void beginPoll() {
        kept = 0;
    }

    /** Returns true if something of the record has been dropped. */
    public static boolean isCut(ConsumerRecord<?, ?> record) {
        return record.headers().lastHeader(CUT) != null;
    }

    /** @throws MalformedMessageException if something of the record has been dropped, or has to be */
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

        /** Kafka's client hands over what it has read before, and asks for this record again in the next poll. */
        private void keep(int bytes) {
            if (kept > 0 && kept + bytes > MOST_OF_A_POLL) {
                throw new SerializationException("the poll has enough; this record comes with the next one");
            }
            kept += bytes;
        }

        /** A header that has not been asked for keeps all that was unpacked with it, the value included. */
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
