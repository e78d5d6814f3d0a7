package dev.layeredsaga.messaging.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cloudevents.CloudEventData;
import io.cloudevents.core.message.MessageReader;
import io.cloudevents.rw.CloudEventWriter;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A CloudEvent as the library reads it from a record, with its attributes as text. The library's own event class also parses
 * attributes that are not needed here, which takes as long as parsing the JSON.
 *
 * @param attributes by name, extensions included
 * @param data null if the record has no value
 */
record ReceivedEvent(
        String id,
        String type,
        Map<String, String> attributes,
        @Nullable CloudEventData data) {

    /** The maximum bytes of an id and of a type. */
    private static final int LONGEST = 255;

    /** @throws IllegalArgumentException naming a required attribute that is missing, empty or too long */
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
            return new ReceivedEvent(limited("id"), limited("type"), attributes, data);
        }

        @Override
        public ReceivedEvent end() {
            return end(null);
        }

        /** Limits the length, because the id is a key in the inbox, whose index cannot hold long ones. */
        private String limited(String name) {
            String value = required(name);
            int bytes = value.getBytes(UTF_8).length;
            if (bytes > LONGEST) {
                throw new IllegalArgumentException(
                        "the attribute '%s' of %d bytes exceeds %d".formatted(name, bytes, LONGEST));
            }
            if (value.indexOf(0) >= 0) {
                throw new IllegalArgumentException("there is a NUL in the attribute '" + name + "'");
            }
            return value;
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
