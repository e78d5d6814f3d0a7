package dev.layeredsaga.testbed.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Mutates JSON: wrong types, odd texts, huge numbers, missing and surplus members. */
record Mischief(RandomGenerator random, Values values) {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private static final List<JsonNode> ODD = List.of(
            JSON.nullNode(),
            JSON.booleanNode(true),
            JSON.numberNode(0),
            JSON.numberNode(-1),
            JSON.numberNode(1.5),
            JSON.numberNode(Integer.MAX_VALUE),
            JSON.numberNode(Integer.MAX_VALUE + 1L),
            JSON.numberNode(Long.MAX_VALUE),
            JSON.numberNode(Long.MIN_VALUE),
            JSON.numberNode(BigInteger.TEN.pow(40)),
            JSON.numberNode(Double.MAX_VALUE),
            JSON.stringNode(""),
            JSON.arrayNode(),
            JSON.objectNode(),
            JSON.arrayNode().add(JSON.nullNode()));

    /** Bodies that are malformed or degenerate JSON. */
    private static final List<String> GARBAGE = List.of(
            "",
            " ",
            "{",
            "}",
            "[]",
            "null",
            "\"x\"",
            "{\"a\":}",
            "{'a':1}",
            "{\"a\":1e999999}",
            "\u0000",
            "[".repeat(600));

    /** Returns the value with one mutation, at any depth. */
    JsonNode spoiled(JsonNode value) {
        List<JsonNode> containers = new ArrayList<>();
        collect(value, containers);
        if (containers.isEmpty()) {
            return odd();
        }
        switch (values.oneOf(containers)) {
            case ObjectNode object -> spoil(object);
            case ArrayNode array -> spoil(array);
            default -> throw new IllegalStateException("neither an object nor an array");
        }
        return value;
    }

    private static void collect(JsonNode value, List<JsonNode> containers) {
        if (value.isObject() || value.isArray()) {
            containers.add(value);
            value.forEach(child -> collect(child, containers));
        }
    }

    private void spoil(ObjectNode object) {
        List<String> names = List.copyOf(object.propertyNames());
        if (names.isEmpty() || random.nextInt(6) == 0) {
            object.set(random.nextBoolean() ? "surplus" : values.oneOf(OddTexts.ALL), odd());
        } else if (random.nextInt(4) == 0) {
            object.remove(values.oneOf(names));
        } else {
            object.set(values.oneOf(names), odd());
        }
    }

    private void spoil(ArrayNode array) {
        if (array.isEmpty() || random.nextInt(3) == 0) {
            array.add(odd());
        } else if (random.nextInt(3) == 0) {
            array.removeAll();
        } else {
            array.set(random.nextInt(array.size()), odd());
        }
    }

    private JsonNode odd() {
        return random.nextBoolean() ? values.oneOf(ODD).deepCopy() : JSON.stringNode(values.oneOf(OddTexts.ALL));
    }

    byte[] garbage() {
        return random.nextInt(6) == 0
                ? new byte[] {'"', (byte) 0xc3, 0x28, '"'}
                : values.oneOf(GARBAGE).getBytes(UTF_8);
    }
}
