package dev.layeredsaga.messaging.envelope;

import java.util.Map;

/**
 * A message on its way out. Its CloudEvents type is the payload's simple class name.
 *
 * @param key the saga's id; messages of one key keep their order
 * @param payload what becomes the JSON value: a record, or a tree of {@code tools.jackson.databind.JsonNode}
 * @param extensions further CloudEvents attributes, such as {@code sequence}
 */
public record OutgoingMessage(String topic, String key, String type, Object payload, Map<String, String> extensions) {

    public OutgoingMessage {
        extensions = Map.copyOf(extensions);
    }

    /** A message whose type is its payload's simple class name. */
    public static OutgoingMessage of(String topic, Object key, Object payload) {
        return new OutgoingMessage(topic, key.toString(), payload.getClass().getSimpleName(), payload, Map.of());
    }
}
