package dev.layeredsaga.engine;

import dev.layeredsaga.messaging.envelope.MessageJson;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Reads each text once, which is a fifth of a simulation otherwise. For types that do not change. Not thread-safe. */
final class RememberingJson extends JsonMapper {

    private static final JsonMapper PLAIN = MessageJson.mapper();

    private final transient Map<Class<?>, Map<String, Object>> known = new HashMap<>();

    RememberingJson() {
        super(PLAIN.rebuild());
    }

    @Override
    public <T> T readValue(String content, Class<T> type) {
        return type.cast(known.computeIfAbsent(type, absent -> new HashMap<>())
                .computeIfAbsent(content, absent -> PLAIN.readValue(content, type)));
    }

    @Override
    public String writeValueAsString(Object value) {
        return PLAIN.writeValueAsString(value);
    }
}
