package dev.layeredsaga.testbed.contract;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An operation of an API.
 *
 * @param body the schema of the request's JSON body; null if it has none
 * @param responses the responses by status
 * @param isGuarded true if it requires a token
 */
record Operation(
        String method,
        String path,
        List<Parameter> parameters,
        @Nullable JsonNode body,
        JsonNode responses,
        boolean isGuarded) {

    /** @param security the document's global security requirement */
    static Operation of(String method, String path, JsonNode operation, JsonNode security) {
        JsonNode body = operation
                .path("requestBody")
                .path("content")
                .path("application/json")
                .path("schema");
        return new Operation(
                method.toUpperCase(Locale.ROOT),
                path,
                operation.path("parameters").valueStream().map(Parameter::of).toList(),
                body.isMissingNode() ? null : body,
                operation.path("responses"),
                !(operation.has("security") ? operation.path("security") : security).isEmpty());
    }

    String name() {
        return method + " " + path;
    }

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
}
