package dev.layeredsaga.testbed.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The contract of the topic {@code saga.events} as {@code docs/events} publishes it: which types there are, and the schemas of
 * their headers and values. Thread-safe.
 */
public final class SagaEventContract {

    private static final String FOLDER = "contract/saga-events/";

    private final JsonMapper json = new JsonMapper();
    private final SchemaRegistry schemas = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            registry -> registry.schemaRegistryConfig(SchemaRegistryConfig.builder()
                    .formatAssertionsEnabled(true)
                    .locale(Locale.ENGLISH)
                    .build()));
    private final Schema headers = schema("headers.json");
    private final Map<String, Schema> payloads = new HashMap<>();

    private SagaEventContract() {
        JsonNode messages = asyncApi().at("/components/messages");
        messages.forEachEntry((type, message) ->
                payloads.put(type, schema(message.at("/payload/$ref").asString())));
    }

    /** The contract that was published when this was built. */
    public static SagaEventContract published() {
        return Holder.PUBLISHED;
    }

    /** @throws ContractViolationException naming the message, and each field with what its schema says */
    public void check(ConsumerRecord<String, String> message) {
        List<String> violations = violationsOf(message);
        if (!violations.isEmpty()) {
            throw new ContractViolationException(nameOf(message), violations);
        }
    }

    /** Returns the message's violations; empty if it has none. */
    List<String> violationsOf(ConsumerRecord<String, String> message) {
        ObjectNode attributes = attributesOf(message);
        List<String> violations = new ArrayList<>(violations("headers", headers, attributes));
        String type = attributes.path("ce_type").asString("");
        Schema payload = payloads.get(type);
        if (payload == null) {
            violations.add("headers/ce_type: the contract names no type '" + type + "'");
            return violations;
        }
        try {
            JsonNode value = json.readTree(Objects.requireNonNullElse(message.value(), ""));
            violations.addAll(violations("value", payload, value));
            violations.addAll(contradictions(message, attributes, value));
        } catch (JacksonException e) {
            violations.add("value: not JSON: " + e.getOriginalMessage());
        }
        return violations;
    }

    private static List<String> violations(String part, Schema schema, JsonNode node) {
        return schema.validate(node).stream()
                .map(error -> "%s%s: %s (%s)"
                        .formatted(
                                part,
                                error.getInstanceLocation(),
                                error.getMessage(),
                                fileOf(error.getSchemaLocation())))
                .toList();
    }

    /** Checks beyond the schemas: header, key and value must agree. */
    private static List<String> contradictions(
            ConsumerRecord<String, String> message, JsonNode attributes, JsonNode value) {
        List<String> found = new ArrayList<>();
        String sequence = value.path("sequence").asString("");
        String sagaId = value.path("sagaId").asString("");
        if (!attributes.path("ce_sequence").asString("").equals(sequence)) {
            found.add("headers/ce_sequence: contradicts the value's /sequence, which is " + sequence);
        }
        if (!attributes.path("ce_subject").asString("").equals(sagaId)) {
            found.add("headers/ce_subject: contradicts the value's /sagaId, which is " + sagaId);
        }
        if (!sagaId.equals(message.key())) {
            found.add("key: contradicts the value's /sagaId, which is " + sagaId);
        }
        return found;
    }

    private ObjectNode attributesOf(ConsumerRecord<String, String> message) {
        ObjectNode attributes = json.createObjectNode();
        for (Header header : message.headers()) {
            attributes.put(header.key(), new String(header.value(), UTF_8));
        }
        return attributes;
    }

    private static String nameOf(ConsumerRecord<String, String> message) {
        return "%s-%d@%d (key %s)".formatted(message.topic(), message.partition(), message.offset(), message.key());
    }

    private static String fileOf(SchemaLocation location) {
        return location.toString().replace("classpath:" + FOLDER, "");
    }

    private Schema schema(String file) {
        return schemas.getSchema(SchemaLocation.of("classpath:" + FOLDER + file));
    }

    private static JsonNode asyncApi() {
        try (InputStream document = SagaEventContract.class.getResourceAsStream("/" + FOLDER + "asyncapi.yaml")) {
            return new YAMLMapper().readTree(Objects.requireNonNull(document, "docs/events is not on the class path"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Holder {
        static final SagaEventContract PUBLISHED = new SagaEventContract();
    }
}
