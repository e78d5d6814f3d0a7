package dev.layeredsaga.testbed.contract;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.JsonNodeException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An OpenAPI 3.1 document that validates values against its schemas. */
public final class Specification {

    private final SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemaRegistryConfig(
                    SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
    private final Map<JsonNode, Schema> compiled = new ConcurrentHashMap<>();
    private final JsonNode document;

    public Specification(JsonNode document) {
        this.document = document;
    }

    JsonNode document() {
        return document;
    }

    /** Returns the specification without the room that it leaves for later versions: what this version does not name is a violation. */
    Specification closed() {
        return new Specification(JsonMapper.shared()
                .readTree(document.toString()
                        .replace("\"additionalProperties\":true", "\"additionalProperties\":false")
                        .replace("\"x-extensible-enum\":", "\"enum\":")));
    }

    List<Operation> operations() {
        return document.path("paths")
                .propertyStream()
                .flatMap(path -> path.getValue()
                        .propertyStream()
                        .map(operation -> Operation.of(
                                operation.getKey(),
                                path.getKey(),
                                whole(operation.getValue()),
                                document.path("security"))))
                .toList();
    }

    /** Returns the operation with its references to parameters and responses resolved. */
    private JsonNode whole(JsonNode operation) {
        ObjectNode whole = (ObjectNode) operation.deepCopy();
        whole.putArray("parameters")
                .addAll(operation
                        .path("parameters")
                        .valueStream()
                        .map(this::resolve)
                        .toList());
        ObjectNode responses = whole.putObject("responses");
        operation
                .path("responses")
                .propertyStream()
                .forEach(response -> responses.set(response.getKey(), resolve(response.getValue())));
        return whole;
    }

    /** Returns the violations of the schema by the value; empty if it fits. */
    List<String> objections(JsonNode schema, JsonNode value) {
        try {
            return compiled.computeIfAbsent(schema, this::compile).validate(value).stream()
                    .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
                    .toList();
        } catch (JsonNodeException tooLarge) {
            // thrown because the validator compares numbers with limits as longs
            return List.of(String.valueOf(tooLarge.getMessage()));
        }
    }

    boolean fits(JsonNode schema, JsonNode value) {
        return objections(schema, value).isEmpty();
    }

    /** Compiles the schema together with the components that it may reference. */
    private Schema compile(JsonNode schema) {
        ObjectNode whole = (ObjectNode) schema.deepCopy();
        whole.set("components", document.path("components"));
        return registry.getSchema(whole);
    }

    /** Returns the referenced schema, or the schema itself unless it is a reference. */
    JsonNode resolve(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        return reference.isEmpty() ? schema : resolve(document.at(reference.substring(1)));
    }
}
