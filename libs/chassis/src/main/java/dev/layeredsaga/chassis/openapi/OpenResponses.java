package dev.layeredsaga.chassis.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Set;

/**
 * Opens what is in responses, which may get further members and values within a version: closed objects become open, and an {@code enum}
 * becomes a plain text with {@code x-extensible-enum}, because generated clients refuse what an {@code enum} or a missing
 * {@code additionalProperties} does not name. Requests stay closed.
 */
final class OpenResponses {

    private OpenResponses() {}

    static void openIn(ObjectNode document) {
        Set<String> seen = new HashSet<>();
        document.findValues("responses").forEach(responses -> open(responses, document, seen));
    }

    private static void open(JsonNode node, ObjectNode document, Set<String> seen) {
        if (node instanceof ObjectNode schema) {
            if (schema.path("additionalProperties").isBoolean()) {
                schema.put("additionalProperties", true);
            }
            if (schema.has("enum")) {
                schema.set("x-extensible-enum", schema.remove("enum"));
            }
            String reference = schema.path("$ref").asText();
            if (!reference.isEmpty() && seen.add(reference)) {
                open(document.at(reference.substring(1)), document, seen);
            }
        }
        node.forEach(child -> open(child, document, seen));
    }
}
