package dev.layeredsaga.testbed.contract;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks a response against the specification. */
record AnswerCheck(Specification specification) {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** Returns the deviations of the response from the specification; empty if there are none. */
    List<String> objections(Draft draft, Answer answer) {
        List<String> objections = new ArrayList<>();
        if (answer.status() >= 500) {
            objections.add("is a failure of the service: " + answer.status());
        }
        if (draft.isUnfit() && answer.status() < 400) {
            objections.add("accepts what the specification does not allow: " + answer.status());
        }
        JsonNode response = draft.operation().responses().path(String.valueOf(answer.status()));
        if (response.isMissingNode()) {
            objections.add("has the status %d, which is not documented".formatted(answer.status()));
        } else {
            objections.addAll(objectionsToHeaders(response, answer));
            objections.addAll(objectionsToBody(response.path("content"), answer));
        }
        return objections;
    }

    private List<String> objectionsToHeaders(JsonNode response, Answer answer) {
        return response.path("headers")
                .propertyStream()
                .filter(header -> header.getValue().path("required").asBoolean(false))
                .filter(header -> answer.headers().firstValue(header.getKey()).isEmpty())
                .map(header -> "lacks the header " + header.getKey())
                .toList();
    }

    private List<String> objectionsToBody(JsonNode content, Answer answer) {
        if (content.isEmpty()) {
            return answer.body().isEmpty() ? List.of() : List.of("has a body, but none is documented");
        }
        JsonNode documented = content.path(answer.mediaType());
        if (documented.isMissingNode()) {
            return List.of("is '%s', which is not documented".formatted(answer.mediaType()));
        }
        return answer.mediaType().endsWith("json") ? objectionsToJson(documented, answer.body()) : List.of();
    }

    private List<String> objectionsToJson(JsonNode documented, String body) {
        try {
            JsonNode json = JSON.readTree(body);
            List<String> objections = new ArrayList<>(specification.objections(documented.path("schema"), json));
            if (documented.has("examples")
                    && !documented.path("examples").has(json.path("code").asString(""))) {
                objections.add("has a code of which there is no example: " + json.path("code"));
            }
            return objections;
        } catch (JacksonException e) {
            return List.of("is no JSON");
        }
    }
}
