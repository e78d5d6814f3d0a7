package dev.layeredsaga.messaging.envelope;

import dev.layeredsaga.messaging.trace.TraceParent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way out. Its CloudEvents type is the payload's simple class name.
 *
 * @param key the saga's id; messages of one key keep their order
 * @param payload what becomes the JSON value: a record, or a tree of {@code tools.jackson.databind.JsonNode}
 * @param extensions further CloudEvents attributes, such as {@code sequence}
 * @param trace the trace it belongs to; null if that is the trace of whatever causes it
 */
public record OutgoingMessage(
        String topic,
        String key,
        String type,
        Object payload,
        Map<String, String> extensions,
        @Nullable TraceParent trace) {

    public OutgoingMessage {
        extensions = Map.copyOf(extensions);
    }

    /** A message of the trace of whatever causes it. */
    public OutgoingMessage(String topic, String key, String type, Object payload, Map<String, String> extensions) {
        this(topic, key, type, payload, extensions, null);
    }

    /** A message whose type is its payload's simple class name. */
    public static OutgoingMessage of(String topic, Object key, Object payload) {
        return new OutgoingMessage(topic, key.toString(), payload.getClass().getSimpleName(), payload, Map.of());
    }

    /** The same message, of this trace. */
    public OutgoingMessage inTrace(@Nullable TraceParent other) {
        return new OutgoingMessage(topic, key, type, payload, extensions, other);
    }
}
