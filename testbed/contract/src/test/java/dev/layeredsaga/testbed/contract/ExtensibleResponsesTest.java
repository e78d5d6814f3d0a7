package dev.layeredsaga.testbed.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The room for later versions in the published specifications: responses have it, requests do not. */
class ExtensibleResponsesTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String ORDER = """
            {"orderId": "019fa3b2-5c00-8000-8000-000000000001", "customerId": "c-1", "status": "REJECTED",
             "reason": {"code": "OUT_OF_STOCK", "message": "There is not enough."},
             "lines": [{"sku": "seat-1", "quantity": 1, "unitPrice": {"amount": 1990, "currency": "KRW"}}],
             "total": {"amount": 1990, "currency": "KRW"},
             "placedAt": "2026-11-27T10:00:00Z", "updatedAt": "2026-11-27T10:00:01Z"}
            """;

    @ParameterizedTest
    @ValueSource(strings = {"order-service", "saga-orchestrator", "inventory-service", "payment-stub"})
    void takeFurtherMembersAndValues(String service) {
        Specification specification = published(service);
        Stream<JsonNode> bodies = specification.operations().stream()
                .flatMap(operation -> operation.responses().valueStream())
                .flatMap(response -> response.path("content").valueStream())
                .map(content -> content.path("schema"));

        assertThat(reachable(specification, bodies))
                .hasSizeGreaterThan(50)
                .noneMatch(schema -> schema.path("enum").isArray())
                .noneMatch(schema -> schema.path("const").isValueNode())
                .noneMatch(ExtensibleResponsesTest::isClosed)
                // to many generators, an object that does not say so is closed
                .noneMatch(schema -> isObject(schema) && !schema.has("additionalProperties"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"order-service", "saga-orchestrator", "inventory-service", "payment-stub"})
    void doNotOpenRequests(String service) {
        Specification specification = published(service);
        Stream<JsonNode> bodies =
                specification.operations().stream().flatMap(operation -> Stream.ofNullable(operation.body()));

        assertThat(reachable(specification, bodies))
                .filteredOn(ExtensibleResponsesTest::isObject)
                .isNotEmpty()
                .allMatch(ExtensibleResponsesTest::isClosed);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "\"REJECTED\", \"RETURNED\"",
                "\"OUT_OF_STOCK\", \"SKU_RETIRED\"",
                "\"orderId\", `\"giftWrap\": true, \"orderId\"`",
                "\"quantity\", `\"discount\": {\"percent\": 5}, \"quantity\"`"
            })
    void letAClientReadAnOrderOfALaterVersion(String today, String later) {
        Specification specification = published("order-service");
        JsonNode schema = JSON.createObjectNode().put("$ref", "#/components/schemas/OrderView");
        JsonNode order = JSON.readTree(ORDER.replace(today, later));

        assertThat(specification.closed().objections(schema, JSON.readTree(ORDER)))
                .isEmpty();
        assertThat(specification.objections(schema, order)).isEmpty();
        assertThat(specification.closed().objections(schema, order)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"order-service", "saga-orchestrator", "inventory-service", "payment-stub"})
    void letAClientReadAProblemOfALaterVersion(String service) {
        Specification specification = published(service);
        List<JsonNode> problems = specification.operations().stream()
                .flatMap(operation -> operation.responses().valueStream())
                .map(response -> response.at("/content/application~1problem+json"))
                .filter(problem -> problem.has("examples"))
                .toList();

        assertThat(problems).hasSizeGreaterThan(20).allSatisfy(problem -> {
            ObjectNode example = (ObjectNode)
                    problem.path("examples").iterator().next().path("value").deepCopy();
            example.put("code", "OF_A_LATER_VERSION").put("later", 1);

            assertThat(specification.objections(problem.path("schema"), example))
                    .isEmpty();
            assertThat(specification.closed().objections(problem.path("schema"), example))
                    .isNotEmpty();
        });
    }

    private static Specification published(String service) {
        return new PublishedSpecification(service + ".yaml").parsed();
    }

    private static boolean isObject(JsonNode schema) {
        return schema.path("type").asString("").equals("object");
    }

    private static boolean isClosed(JsonNode schema) {
        return !schema.path("additionalProperties").asBoolean(true);
    }

    /** Returns the schemas with all that they consist of and refer to. */
    private static Set<JsonNode> reachable(Specification specification, Stream<JsonNode> schemas) {
        Set<JsonNode> seen = new LinkedHashSet<>();
        Deque<JsonNode> next = new ArrayDeque<>(schemas.toList());
        while (!next.isEmpty()) {
            JsonNode node = specification.resolve(next.pop());
            if (seen.add(node)) {
                node.valueStream().forEach(next::push);
            }
        }
        return seen;
    }
}
