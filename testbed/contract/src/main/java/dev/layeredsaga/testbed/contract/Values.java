package dev.layeredsaga.testbed.contract;

import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Generates values that fit a schema, some of them at its limits.
 *
 * @param known values that exist in the service, by the name of the parameter or member
 */
record Values(Specification specification, RandomGenerator random, Map<String, List<String>> known) {

    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,30}");

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Maximum length of a generated text. */
    private static final int LONGEST = 2_000;

    /** Returns a known value in three of four cases, if it fits. */
    JsonNode named(String name, JsonNode schema) {
        List<String> texts = known.getOrDefault(name, List.of());
        if (!texts.isEmpty() && random.nextInt(4) > 0) {
            JsonNode value = typed(schema, oneOf(texts));
            if (specification.fits(schema, value)) {
                return value;
            }
        }
        return fitting(schema);
    }

    /** Returns the text as a number if the schema requires an integer, else as a string. */
    static JsonNode typed(JsonNode schema, String text) {
        boolean integer = schema.path("type").asString("").equals("integer")
                && INTEGER.matcher(text).matches();
        return integer ? JSON.numberNode(new BigInteger(text)) : JSON.stringNode(text);
    }

    JsonNode fitting(JsonNode reference) {
        JsonNode schema = specification.resolve(reference);
        if (schema.has("anyOf")) {
            return fitting(oneOf(schema.path("anyOf").valueStream().toList()));
        }
        if (schema.has("enum")) {
            return oneOf(schema.path("enum").valueStream().toList());
        }
        return ofType(typeOf(schema), schema);
    }

    private String typeOf(JsonNode schema) {
        JsonNode type = schema.path("type");
        return type.isArray() ? oneOf(type.valueStream().toList()).asString() : type.asString("object");
    }

    private JsonNode ofType(String type, JsonNode schema) {
        return switch (type) {
            case "null" -> JSON.nullNode();
            case "boolean" -> JSON.booleanNode(random.nextBoolean());
            case "integer", "number" -> JSON.numberNode(number(schema));
            case "string" -> JSON.stringNode(text(schema));
            case "array" -> array(schema);
            case "object" -> object(schema);
            default -> throw new IllegalArgumentException("there is no type " + type);
        };
    }

    private long number(JsonNode schema) {
        long least = schema.path("minimum").asLong(-1_000);
        long most = schema.path("maximum").asLong(Math.max(least, 0) + 1_000_000);
        return switch (random.nextInt(4)) {
            case 0 -> least;
            case 1 -> most;
            default -> random.nextLong(least, Math.min(most, least + 1_000) + 1);
        };
    }

    private String text(JsonNode schema) {
        return switch (schema.path("format").asString("")) {
            case "uuid" -> new UUID(random.nextLong(), random.nextLong()).toString();
            case "date-time" -> Instant.ofEpochSecond(random.nextInt()).toString();
            default -> plainText(schema);
        };
    }

    /** Satisfies a pattern only by one of the schema's examples, or by chance. */
    private String plainText(JsonNode schema) {
        List<String> candidates = Stream.concat(
                        schema.path("examples").valueStream().map(JsonNode::asString),
                        Stream.generate(() -> randomText(schema)).limit(3))
                .filter(text -> specification.fits(schema, JSON.stringNode(text)))
                .toList();
        return candidates.isEmpty() ? randomText(schema) : oneOf(candidates);
    }

    private String randomText(JsonNode schema) {
        int least = schema.path("minLength").asInt(0);
        int most = Math.min(schema.path("maxLength").asInt(64), LONGEST);
        int length = random.nextInt(4) == 0 ? most : random.nextInt(least, Math.min(most, least + 20) + 1);
        StringBuilder text = new StringBuilder();
        random.ints(length, 0, 36).forEach(digit -> text.append(Character.forDigit(digit, 36)));
        return text.toString();
    }

    private ArrayNode array(JsonNode schema) {
        int least = schema.path("minItems").asInt(0);
        int most = schema.path("maxItems").asInt(3);
        int size = random.nextInt(10) == 0 ? most : random.nextInt(least, Math.min(most, least + 2) + 1);
        ArrayNode array = JSON.arrayNode();
        for (int i = 0; i < size; i++) {
            array.add(fitting(schema.path("items")));
        }
        return array;
    }

    private ObjectNode object(JsonNode schema) {
        List<String> required =
                schema.path("required").valueStream().map(JsonNode::asString).toList();
        ObjectNode object = JSON.objectNode();
        schema.path("properties")
                .propertyStream()
                .filter(member -> required.contains(member.getKey()) || random.nextBoolean())
                .forEach(member -> object.set(member.getKey(), named(member.getKey(), member.getValue())));
        return object;
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
