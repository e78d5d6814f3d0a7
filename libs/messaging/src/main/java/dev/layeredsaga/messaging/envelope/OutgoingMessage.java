package dev.layeredsaga.messaging.envelope;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.layeredsaga.messaging.trace.TraceParent;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message to be sent. {@link #of} takes its CloudEvents type from the payload's class.
 *
 * @param key the saga's id; messages with the same key keep their order
 * @param payload the source of the JSON value: a record, a tree of {@code tools.jackson.databind.JsonNode}, or JSON as a {@code RawValue}
 * @param extensions further CloudEvents attributes, such as {@code sequence}
 * @param trace the trace that the message belongs to; null for the current trace
 * @param identity the id and time of the message; null for new ones
 * @param afterOthers true if another process may have published the previous message with this key; see {@link #sentAfterOthers}
 */
public record OutgoingMessage(
        String topic,
        String key,
        String type,
        Object payload,
        Map<String, String> extensions,
        @Nullable TraceParent trace,
        @Nullable Identity identity,
        boolean afterOthers) {

    /** The CloudEvents id and time of a message that may be published more than once; equal each time. */
    public record Identity(UUID id, Instant time) {

        /**
         * Returns the identity of a source's event with this number. The id is a UUIDv7 (RFC 9562, section 5.7) whose random bits are
         * a hash of source and number, so that it is reproducible.
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

    /** Creates a message in the current trace. */
    public OutgoingMessage(String topic, String key, String type, Object payload, Map<String, String> extensions) {
        this(topic, key, type, payload, extensions, null, null, false);
    }

    /** Returns a message whose type is that of the payload's class. */
    public static OutgoingMessage of(String topic, Object key, Object payload) {
        return new OutgoingMessage(topic, key.toString(), MessageTypes.nameOf(payload.getClass()), payload, Map.of());
    }

    /** Returns this message for another topic. */
    public OutgoingMessage to(String other) {
        return new OutgoingMessage(other, key, type, payload, extensions, trace, identity, afterOthers);
    }

    /** Returns this message in the given trace. */
    public OutgoingMessage inTrace(@Nullable TraceParent other) {
        return new OutgoingMessage(topic, key, type, payload, extensions, other, identity, afterOthers);
    }

    /** Returns this message with the given identity. */
    public OutgoingMessage identifiedBy(Identity other) {
        return new OutgoingMessage(topic, key, type, payload, extensions, trace, other, afterOthers);
    }

    /**
     * Returns this message to be sent behind all that other processes have published before with its key. It is read from the table,
     * which delays it, by up to half a second if another process has published with the key right before.
     */
    public OutgoingMessage sentAfterOthers() {
        return new OutgoingMessage(topic, key, type, payload, extensions, trace, identity, true);
    }
}
