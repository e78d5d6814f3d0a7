package dev.layeredsaga.testbed.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** A participant's reply. */
record Reply(Bus.Message message, JsonNode value) {

    static Reply read(Bus.Message message) {
        try {
            return new Reply(message, JsonMapper.shared().readTree(message.value()));
        } catch (JacksonException e) {
            return new Reply(message, MissingNode.getInstance());
        }
    }

    String type() {
        return Objects.requireNonNullElse(message.headers().get("ce_type"), "a message without ce_type");
    }

    JsonNode attempt() {
        return value.path("attempt");
    }

    /** Returns true if it is the same message, published twice. */
    boolean repeats(Reply other) {
        String id = message.headers().get("ce_id");
        return id != null && id.equals(other.message.headers().get("ce_id"));
    }

    boolean belongsTo(String saga) {
        return saga.equals(message.key())
                || attempt().path("sagaId").asString("").equals(saga);
    }

    /** Returns everything but the attempt, as two replies to one step have it. */
    String outcome() {
        JsonNode rest = value.deepCopy();
        return type() + (rest instanceof ObjectNode fields ? fields.without("attempt") : rest);
    }

    /** Returns what a CloudEvent of this saga in binary mode has and this reply has not. */
    List<String> missing(String saga) {
        List<String> missing = new ArrayList<>();
        for (String header : List.of("ce_specversion", "ce_id", "ce_source", "ce_type")) {
            if (message.headers().getOrDefault(header, "").isBlank()) {
                missing.add("the header " + header);
            }
        }
        if (!saga.equals(message.key())) {
            missing.add("the saga's id as key");
        }
        if (!value.isObject()) {
            missing.add("a JSON object as value");
        }
        return missing;
    }
}
