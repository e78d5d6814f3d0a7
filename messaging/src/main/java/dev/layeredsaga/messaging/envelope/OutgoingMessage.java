package dev.layeredsaga.messaging.envelope;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.layeredsaga.messaging.trace.TraceParent;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way out. Its CloudEvents type is the payload's simple class name.
 *
 * @param key the saga's id; messages of one key keep their order
 * @param payload what becomes the JSON value: a record, or a tree of {@code tools.jackson.databind.JsonNode}
 * @param extensions further CloudEvents attributes, such as {@code sequence}
 * @param trace the trace it belongs to; null if that is the trace of whatever causes it
 * @param identity what tells it from others; null for a new one
 */
public record OutgoingMessage(
        String topic,
        String key,
        String type,
        Object payload,
        Map<String, String> extensions,
        @Nullable TraceParent trace,
        @Nullable Identity identity) {

    /** The CloudEvents id and time of a message that may be published more than once, the same each time. */
    public record Identity(UUID id, Instant time) {

        /**
         * Returns the identity of the numbered event of a source. The id is a UUIDv7 (RFC 9562, section 5.7) whose random bits are a
         * hash of source and number, so that it can be made again.
         */
        public static Identity of(UUID source, long number, Instant time) {
            UUID hash = UUID.nameUUIDFromBytes((source + "/" + number).getBytes(US_ASCII));
            long high = (time.toEpochMilli() << 16) | 0x7000 | (hash.getMostSignificantBits() & 0xfff);
            return new Identity(new UUID(high, hash.getLeastSignificantBits()), time);
        }
    }

    public OutgoingMessage {
        extensions = Map.copyOf(extensions);
    }

    /** A message of the trace of whatever causes it. */
    public OutgoingMessage(String topic, String key, String type, Object payload, Map<String, String> extensions) {
        this(topic, key, type, payload, extensions, null, null);
    }

    /** A message whose type is its payload's simple class name. */
    public static OutgoingMessage of(String topic, Object key, Object payload) {
        return new OutgoingMessage(topic, key.toString(), payload.getClass().getSimpleName(), payload, Map.of());
    }

    /** The same message, of this trace. */
    public OutgoingMessage inTrace(@Nullable TraceParent other) {
        return new OutgoingMessage(topic, key, type, payload, extensions, other, identity);
    }

    /** The same message, with this identity. */
    public OutgoingMessage identifiedBy(Identity other) {
        return new OutgoingMessage(topic, key, type, payload, extensions, trace, other);
    }
}
