package dev.layeredsaga.messaging.envelope;

import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The JSON mapping of messages, independent of the service's HTTP API. */
public final class MessageJson {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private MessageJson() {}

    /** Returns the one mapper, safe for use by many threads, that ignores unknown fields, which may come from a newer sender. */
    public static JsonMapper mapper() {
        return MAPPER;
    }
}
