package dev.layeredsaga.chassis.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemCode;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.OpenAPI;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.springdoc.core.customizers.OpenApiCustomizer;

/** Applies the shared overlay, and then the service's own, to the document that springdoc generates from the code. */
public final class DescribedApi implements OpenApiCustomizer {

    private final ApiDescription description;

    public DescribedApi(ApiDescription description) {
        this.description = description;
    }

    @Override
    public void customise(OpenAPI api) {
        ObjectMapper json = Json31.mapper();
        ObjectNode document = json.valueToTree(api);
        tidy(document);
        Overlay.read("openapi/shared-overlay.yaml").layOver(document);
        Overlay.read(description.overlay()).layOver(document);
        new ProblemResponses(problems()).writeInto(document);
        OpenResponses.openIn(document);
        copy(json.convertValue(document, OpenAPI.class), api);
    }

    private List<ProblemCode> problems() {
        return Stream.concat(description.problems().stream(), Arrays.stream(CommonProblem.values()))
                .toList();
    }

    /**
     * Anchors patterns, because Bean Validation matches a whole text but JSON Schema any part of it; and removes a maximum length
     * that no text can reach.
     */
    private static void tidy(JsonNode node) {
        if (node instanceof ObjectNode schema) {
            if (schema.path("pattern").isTextual()) {
                schema.put("pattern", "^(?:" + schema.path("pattern").asText() + ")$");
            }
            if (schema.path("maxLength").asInt() == Integer.MAX_VALUE) {
                schema.remove("maxLength");
            }
        }
        node.forEach(DescribedApi::tidy);
    }

    private static void copy(OpenAPI source, OpenAPI target) {
        target.info(source.getInfo())
                .servers(source.getServers())
                .tags(source.getTags())
                .paths(source.getPaths())
                .components(source.getComponents())
                .security(source.getSecurity());
    }
}
