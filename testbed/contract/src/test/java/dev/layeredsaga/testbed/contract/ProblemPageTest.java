package dev.layeredsaga.testbed.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Compares {@code docs/problems.md} with the problems of the published specifications. */
class ProblemPageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "problems.md");
    private static final String ADDRESS = "https://github.com/layered-saga/layered-saga/blob/main/docs/problems.md#";
    private static final List<String> SERVICES =
            List.of("order-service.yaml", "inventory-service.yaml", "saga-orchestrator.yaml");
    private static final String STUB = "payment-stub.yaml";
    private static final Pattern STATUS = Pattern.compile("`([45]\\d\\d)`");

    private final Map<String, String> entries = entries();

    /** Returns the text of each entry by its code. */
    private static Map<String, String> entries() {
        try {
            return Arrays.stream(Files.readString(PAGE).split("(?m)^### ", -1))
                    .skip(1)
                    .collect(Collectors.toMap(
                            entry -> entry.lines().findFirst().orElseThrow(),
                            entry -> entry.substring(entry.indexOf('\n'))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void hasAnEntryForEveryCodeAndForNothingElse() {
        assertThat(codes()).hasSizeGreaterThan(80);
        assertThat(new TreeSet<>(entries.keySet())).isEqualTo(codes());
    }

    @Test
    void saysMoreThanTheStatus() {
        assertThat(entries)
                .allSatisfy((code, text) ->
                        assertThat(STATUS.matcher(text).replaceAll("")).as(code).hasSizeGreaterThan(30));
    }

    @Test
    void hasEveryStatusThatACodeComesWith() {
        assertThat(statuses())
                .isNotEmpty()
                .allSatisfy((code, statuses) -> assertThat(STATUS.matcher(entries.getOrDefault(code, ""))
                                .results()
                                .map(status -> status.group(1)))
                        .as(code)
                        .containsAll(statuses));
    }

    @ParameterizedTest
    @ValueSource(strings = {"order-service.yaml", "inventory-service.yaml", "saga-orchestrator.yaml"})
    void isWhereTheTypeOfAProblemLeads(String service) {
        assertThat(examples(service))
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem.path("type").asString())
                        .isEqualTo(ADDRESS + problem.path("code").asString().toLowerCase(Locale.ROOT)));
    }

    /** Returns the codes that the services list, and those of which there are examples. */
    private static Set<String> codes() {
        Stream<String> listed = SERVICES.stream()
                .flatMap(service -> document(service)
                        .at("/components/schemas/Problem/properties/code/x-extensible-enum")
                        .valueStream())
                .map(JsonNode::asString);
        return Stream.concat(listed, statuses().keySet().stream()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Map<String, Set<String>> statuses() {
        return Stream.concat(SERVICES.stream(), Stream.of(STUB))
                .flatMap(file -> examples(file).stream())
                .collect(Collectors.groupingBy(
                        problem -> problem.path("code").asString(),
                        TreeMap::new,
                        Collectors.mapping(
                                problem -> String.valueOf(problem.path("status").asInt()), Collectors.toSet())));
    }

    /** Returns all examples of problems, wherever they are in the document. */
    private static List<JsonNode> examples(String file) {
        return document(file).findParents("code").stream()
                .filter(node ->
                        node.path("code").isString() && node.path("status").isInt())
                .toList();
    }

    private static JsonNode document(String file) {
        return new PublishedSpecification(file).parsed().document();
    }
}
