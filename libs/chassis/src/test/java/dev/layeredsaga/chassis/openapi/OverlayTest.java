package dev.layeredsaga.chassis.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class OverlayTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TEA = """
            {"paths": {"/tea": {"post": {
                "operationId": "post",
                "parameters": [{"name": "Milk", "required": true}, {"name": "Sugar"}],
                "requestBody": {},
                "responses": {"200": {"description": "OK"}}}}}}
            """;

    private enum Trouble implements ProblemCode {
        NO_WATER,
        TOO_LATE,
        TOO_HOT;

        @Override
        public HttpStatus status() {
            return this == NO_WATER ? HttpStatus.CONFLICT : HttpStatus.LOCKED;
        }

        @Override
        public String detail() {
            return "It cannot be.";
        }
    }

    private final Overlay overlay = Overlay.read("openapi/test-overlay.yaml");
    private final ObjectNode document = document(TEA);

    @Test
    void addsToWhatIsThere() {
        overlay.layOver(document);

        assertThat(tea().path("operationId").asText()).isEqualTo("post");
        assertThat(tea().path("summary").asText()).isEqualTo("Makes tea");
    }

    @Test
    void replacesAResponseByRemovingIt() {
        overlay.layOver(document);

        assertThat(tea().path("responses").fieldNames()).toIterable().containsExactly("201");
    }

    @Test
    void mergesParametersByName() {
        overlay.layOver(document);

        assertThat(tea().path("parameters").path(0).toString())
                .isEqualTo("{\"name\":\"Milk\",\"required\":true,\"description\":\"A drop.\"}");
        assertThat(tea().path("parameters").path(1).toString()).isEqualTo("{\"name\":\"Sugar\"}");
    }

    @Test
    void refusesToSpeakOfAnOperationThatIsNotThere() {
        ObjectNode other = document(TEA.replace("/tea", "/coffee"));

        assertThatThrownBy(() -> overlay.layOver(other))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("openapi/test-overlay.yaml is about post /tea, which does not exist");
    }

    @Test
    void refusesToRemoveWhatIsNotThere() {
        ObjectNode other = document(TEA.replace("\"200\"", "\"202\""));

        assertThatThrownBy(() -> overlay.layOver(other)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void writesOutEveryProblemWithAnExample() {
        overlay.layOver(document);
        new ProblemResponses(List.of(Trouble.values())).writeInto(document);

        JsonNode locked = tea().at("/responses/423/content/application~1problem+json");
        assertThat(tea().path("responses").fieldNames()).toIterable().containsExactly("201", "409", "423");
        assertThat(locked.path("examples").fieldNames()).toIterable().containsExactly("TOO_LATE", "TOO_HOT");
        assertThat(locked.at("/examples/TOO_HOT/value/type").asText()).endsWith("/docs/problems.md#too_hot");
        assertThat(locked.at("/examples/TOO_HOT/value/celsius").asInt()).isEqualTo(95);
        assertThat(document.toString()).doesNotContain("x-problems");
    }

    @Test
    void promisesRetryAfterWhereWaitingHelps() {
        ObjectNode busy = document("""
                {"components": {"schemas": {"Problem": {"properties": {"code": {}}}}},
                 "paths": {"/tea": {"post": {"x-problems": ["OVERLOADED", "RATE_LIMITED", "FORBIDDEN"]}}}}
                """);
        new ProblemResponses(List.of(CommonProblem.values())).writeInto(busy);

        JsonNode responses = busy.at("/paths/~1tea/post/responses");
        assertThat(responses.at("/503/headers/Retry-After/required").asBoolean())
                .isTrue();
        assertThat(responses.at("/429/headers/Retry-After/schema/type").asText())
                .isEqualTo("integer");
        assertThat(responses.path("403").has("headers")).isFalse();
    }

    @Test
    void refusesAProblemThatTheServiceDoesNotHave() {
        overlay.layOver(document);

        assertThatThrownBy(() -> new ProblemResponses(List.of(Trouble.TOO_LATE)).writeInto(document))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("there is no problem with the code NO_WATER");
    }

    private JsonNode tea() {
        return document.path("paths").path("/tea").path("post");
    }

    private static ObjectNode document(String json) {
        try {
            return (ObjectNode) JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
