package dev.layeredsaga.chassis.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.OpenAPI;
import org.junit.jupiter.api.Test;

class OpenResponsesTest {

    private final ObjectNode document = document("""
            {"openapi": "3.1.0",
             "paths": {"/teas": {"post": {
                "parameters": [{"name": "kind", "in": "query", "schema": {"type": "string", "enum": ["BLACK"]}}],
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/TeaRequest"}}}},
                "responses": {"201": {"description": "Tea.", "content": {"application/json": {"schema": {
                    "type": "array", "items": {"$ref": "#/components/schemas/Tea"}}}}}}}}},
             "components": {"schemas": {
                "TeaRequest": {"type": "object", "additionalProperties": false, "properties": {
                    "kind": {"type": "string", "enum": ["BLACK", "GREEN"]}}},
                "Tea": {"type": "object", "additionalProperties": false, "properties": {
                    "kind": {"type": "string", "enum": ["BLACK", "GREEN"]},
                    "cups": {"type": "object", "additionalProperties": {"type": "integer"}},
                    "next": {"$ref": "#/components/schemas/Tea"}}}}}}
            """);

    @Test
    void takeFurtherMembersAndValuesWhereverTheSchemaIs() {
        OpenResponses.openIn(document);

        JsonNode tea = asPublished().at("/components/schemas/Tea");
        assertThat(tea.path("additionalProperties").asBoolean()).isTrue();
        assertThat(tea.at("/properties/kind").toString())
                .isEqualTo("{\"type\":\"string\",\"x-extensible-enum\":[\"BLACK\",\"GREEN\"]}");
        assertThat(tea.at("/properties/cups/additionalProperties/type").asText())
                .isEqualTo("integer");
    }

    @Test
    void leaveRequestsClosed() {
        ObjectNode before = asPublished();

        OpenResponses.openIn(document);

        ObjectNode after = asPublished();
        assertThat(after.at("/components/schemas/TeaRequest")).isEqualTo(before.at("/components/schemas/TeaRequest"));
        assertThat(after.at("/paths/~1teas/post/parameters")).isEqualTo(before.at("/paths/~1teas/post/parameters"));
        assertThat(after).isNotEqualTo(before);
    }

    /** Returns what springdoc serves of the document. */
    private ObjectNode asPublished() {
        return Json31.mapper().valueToTree(Json31.mapper().convertValue(document, OpenAPI.class));
    }

    private static ObjectNode document(String json) {
        try {
            return (ObjectNode) Json31.mapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
