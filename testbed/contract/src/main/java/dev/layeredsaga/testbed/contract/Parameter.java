package dev.layeredsaga.testbed.contract;

import tools.jackson.databind.JsonNode;

/**
 * A parameter of an operation.
 *
 * @param in {@code path}, {@code query} or {@code header}
 */
record Parameter(String name, String in, boolean required, JsonNode schema) {

    static Parameter of(JsonNode parameter) {
        return new Parameter(
                parameter.path("name").asString(),
                parameter.path("in").asString(),
                parameter.path("required").asBoolean(false),
                parameter.path("schema"));
    }

    boolean isIn(String place) {
        return in.equals(place);
    }
}
