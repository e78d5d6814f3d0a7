package dev.layeredsaga.messaging.envelope;

import io.cloudevents.CloudEventData;
import io.cloudevents.core.message.MessageReader;
import io.cloudevents.rw.CloudEventWriter;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A CloudEvent as the library reads it from a record, its attributes being text. The library's own event also parses what nobody here
 * looks at, for which a listener needs as long as for reading the JSON.
 *
 * @param attributes by name, extensions included
 * @param data null if the record has no value
 */
record ReceivedEvent(
        String id,
        String type,
        Map<String, String> attributes,
        @Nullable CloudEventData data) {

    /** @throws IllegalArgumentException naming a required attribute that is missing or empty */
    static ReceivedEvent from(MessageReader message) {
        return message.read(version -> new Writer());
    }

    /** Not thread-safe. */
    private static final class Writer implements CloudEventWriter<ReceivedEvent> {

        private final Map<String, String> attributes = new HashMap<>();

        @Override
        public Writer withContextAttribute(String name, String value) {
            attributes.put(name, value);
            return this;
        }

        @Override
        public ReceivedEvent end(@Nullable CloudEventData data) {
            required("source");
            return new ReceivedEvent(required("id"), required("type"), attributes, data);
        }

        @Override
        public ReceivedEvent end() {
            return end(null);
        }

        private String required(String name) {
            String value = attributes.get(name);
            if (value == null || value.isEmpty()) {
                throw new IllegalArgumentException("there is no attribute '" + name + "'");
            }
            return value;
        }
    }
}
