package dev.layeredsaga.chassis.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.layeredsaga.chassis.problem.ProblemCode;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;

/**
 * Expands the problem codes of the overlay into responses. An operation's {@code x-problems} lists the codes of its own; the
 * document's lists the codes of every operation ({@code always}), those of operations with a body ({@code withBody}), and further
 * members of the examples ({@code members}). Each status becomes a response with an example of each of its codes.
 */
final class ProblemResponses {

    private static final String EXTENSION = "x-problems";

    private final List<ProblemCode> problems;

    ProblemResponses(List<ProblemCode> problems) {
        this.problems = problems;
    }

    /** @throws IllegalStateException if the overlay names an unknown code */
    void writeInto(ObjectNode document) {
        JsonNode rules = document.path(EXTENSION).deepCopy();
        document.remove(EXTENSION);
        ArrayNode codes = document.withObject("/components/schemas/Problem/properties/code")
                .putArray("enum");
        problems.stream().map(ProblemCode::name).distinct().forEach(codes::add);
        document.path("paths").forEach(path -> path.forEach(operation -> writeInto((ObjectNode) operation, rules)));
    }

    private void writeInto(ObjectNode operation, JsonNode rules) {
        Set<String> codes = new LinkedHashSet<>();
        addAll(codes, operation.path(EXTENSION));
        addAll(codes, rules.path("always"));
        if (operation.has("requestBody")) {
            addAll(codes, rules.path("withBody"));
        }
        operation.remove(EXTENSION);
        ObjectNode responses = operation.withObjectProperty("responses");
        byStatus(codes).forEach((status, all) -> describe(responses.withObjectProperty(status), all, rules));
    }

    private static void addAll(Set<String> codes, JsonNode names) {
        names.forEach(name -> codes.add(name.asText()));
    }

    private Map<String, List<ProblemCode>> byStatus(Collection<String> codes) {
        codes.forEach(this::requireKnown);
        return problems.stream()
                .filter(problem -> codes.contains(problem.name()))
                .collect(Collectors.groupingBy(
                        problem -> String.valueOf(problem.status().value()), TreeMap::new, Collectors.toList()));
    }

    private void requireKnown(String code) {
        if (problems.stream().map(ProblemCode::name).noneMatch(Predicate.isEqual(code))) {
            throw new IllegalStateException("there is no problem with the code " + code);
        }
    }

    private static void describe(ObjectNode response, List<ProblemCode> problems, JsonNode rules) {
        if (!response.has("description")) {
            response.put("description", problems.getFirst().status().getReasonPhrase() + ".");
        }
        describeRetryAfter(response, problems.getFirst().status());
        ObjectNode content = response.withObjectProperty("content").putObject("application/problem+json");
        content.putObject("schema").put("$ref", "#/components/schemas/Problem");
        ObjectNode examples = content.putObject("examples");
        problems.forEach(problem -> examples.putObject(problem.name())
                .set("value", example(problem, rules.path("members").path(problem.name()))));
    }

    /** Every answer with one of these statuses says when the request may succeed. */
    private static void describeRetryAfter(ObjectNode response, HttpStatus status) {
        if (status == HttpStatus.TOO_MANY_REQUESTS || status == HttpStatus.SERVICE_UNAVAILABLE) {
            response.withObjectProperty("headers")
                    .putObject("Retry-After")
                    .put("description", "In how many seconds it is worth trying again.")
                    .put("required", true)
                    .putObject("schema")
                    .put("type", "integer")
                    .put("minimum", 1);
        }
    }

    private static ObjectNode example(ProblemCode problem, JsonNode members) {
        HttpStatus status = problem.status();
        ObjectNode example = JsonNodeFactory.instance
                .objectNode()
                .put("type", problem.type().toString())
                .put("title", status.getReasonPhrase())
                .put("status", status.value())
                .put("detail", problem.detail())
                .put("code", problem.name());
        members.properties().forEach(member -> example.set(member.getKey(), member.getValue()));
        return example;
    }
}
