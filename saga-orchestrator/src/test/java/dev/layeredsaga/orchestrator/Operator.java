package dev.layeredsaga.orchestrator;

import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Kim, who looks at a saga and then acts on what she has seen. */
record Operator(Api api) {

    Api.Answer act(UUID id, String action) {
        return api.post("/sagas/" + id + "/" + action, body(revision(id)));
    }

    Api.Answer resolve(UUID id, String outcome) {
        return api.post(
                "/sagas/" + id + "/resolve",
                "{\"revision\": %d, \"outcome\": \"%s\", \"reason\": \"by hand\"}".formatted(revision(id), outcome));
    }

    long revision(UUID id) {
        return saga(id).path("revision").asLong();
    }

    JsonNode saga(UUID id) {
        return api.get("/sagas/" + id).body();
    }

    static String body(long revision) {
        return "{\"revision\": %d, \"reason\": \"the bank is back\"}".formatted(revision);
    }
}
