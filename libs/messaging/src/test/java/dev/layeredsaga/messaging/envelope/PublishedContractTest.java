package dev.layeredsaga.messaging.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.ReasonCode;
import dev.layeredsaga.contract.saga.SagaEvent;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Compares {@code docs/events} with {@link SagaEvent}: neither can change without the other. */
class PublishedContractTest {

    private static final Path FOLDER = Path.of("..", "..", "docs", "events");
    private static final List<String> ENVELOPE = List.of("sagaId", "sequence", "occurredAt");
    private static final List<String> NO_EVENTS = List.of("common.json", "headers.json");

    private final JsonMapper json = MessageJson.mapper();
    private final JsonNode asyncApi = new YAMLMapper().readTree(FOLDER.resolve("asyncapi.yaml"));

    static Stream<Class<?>> events() {
        return Arrays.stream(SagaEvent.class.getPermittedSubclasses());
    }

    @Test
    void hasOneSchemaForEachEvent() throws Exception {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".json") && !NO_EVENTS.contains(name)))
                    .containsExactlyInAnyOrderElementsOf(
                            events().map(PublishedContractTest::fileOf).toList());
        }
    }

    @ParameterizedTest
    @MethodSource("events")
    void describesAnEventByItsComponentsAndTheEnvelope(Class<?> event) {
        JsonNode schema = read(fileOf(event));

        assertThat(schema.path("title").asString()).isEqualTo(event.getSimpleName());
        assertThat(schema.path("additionalProperties").asBoolean()).isTrue();
        assertThat(schema.path("properties").propertyNames())
                .containsExactlyElementsOf(withEnvelope(components(event, any -> true)));
        assertThat(textsOf(schema.path("required")))
                .containsExactlyElementsOf(withEnvelope(components(event, PublishedContractTest::isRequired)));
    }

    @ParameterizedTest
    @MethodSource("events")
    void givesAnExampleThatTheCodeReadsAndWritesAsItStands(Class<?> event) {
        JsonNode examples = read(fileOf(event)).path("examples");

        assertThat(examples).isNotEmpty().allSatisfy(example -> {
            ObjectNode withoutEnvelope = example.deepCopy().asObject().remove(ENVELOPE);
            assertThat(json.writeValueAsString(json.treeToValue(example, event)))
                    .isEqualTo(withoutEnvelope.toString());
        });
    }

    @Test
    void describesWhatEventsAreMadeOfByItsComponents() {
        expectDefinition("money", Money.class);
        expectDefinition("stockLine", StockLine.class);
        expectDefinition("reason", Reason.class);
    }

    @Test
    void namesEveryReasonCode() {
        JsonNode code = read("common.json").at("/$defs/reasonCode");
        List<String> known =
                Arrays.stream(ReasonCode.values()).map(ReasonCode::name).toList();

        assertThat(textsOf(code.path("examples"))).containsExactlyElementsOf(known);
        assertThat(code.path("description").asString()).contains(known);
        assertThat(code.has("enum")).as("an open set").isFalse();
    }

    @Test
    void describesEveryField() throws Exception {
        for (Path file : schemaFiles()) {
            JsonNode schema = read(file.getFileName().toString());
            schema.findValues("properties")
                    .forEach(properties -> properties.forEachEntry((name, property) -> {
                        JsonNode described = property.has("$ref") ? resolve(file, property.path("$ref")) : property;
                        assertThat(described.path("description").asString(""))
                                .as("%s of %s", name, file)
                                .isNotBlank();
                    }));
        }
    }

    @Test
    void announcesEveryEventInTheAsyncApi() {
        List<String> names = events().map(Class::getSimpleName).toList();
        JsonNode messages = asyncApi.at("/components/messages");

        assertThat(asyncApi.at("/channels/sagaEvents/messages").propertyNames()).containsExactlyElementsOf(names);
        assertThat(messages.propertyNames()).containsExactlyElementsOf(names);
        assertThat(names).allSatisfy(name -> {
            JsonNode message = messages.path(name);
            assertThat(message.path("name").asString()).isEqualTo(name);
            assertThat(message.at("/headers/allOf/1/properties/ce_type/const").asString())
                    .isEqualTo(name);
            assertThat(message.at("/payload/$ref").asString()).isEqualTo(name + ".json");
        });
    }

    @Test
    void refersOnlyToWhatIsThere() throws Exception {
        expectReferencesResolve(FOLDER.resolve("asyncapi.yaml"), asyncApi);
        for (Path file : schemaFiles()) {
            expectReferencesResolve(file, read(file.getFileName().toString()));
        }
    }

    private void expectDefinition(String name, Class<?> type) {
        JsonNode definition = read("common.json").at("/$defs/" + name);

        assertThat(definition.path("properties").propertyNames())
                .containsExactlyElementsOf(components(type, any -> true));
        assertThat(textsOf(definition.path("required")))
                .containsExactlyElementsOf(components(type, PublishedContractTest::isRequired));
    }

    private void expectReferencesResolve(Path file, JsonNode document) {
        assertThat(document.findValues("$ref"))
                .allSatisfy(reference -> assertThat(resolve(file, reference).isMissingNode())
                        .as("%s in %s", reference, file)
                        .isFalse());
    }

    private JsonNode resolve(Path from, JsonNode reference) {
        String[] parts = reference.asString().split("#", 2);
        String file = parts[0].isEmpty() ? from.getFileName().toString() : parts[0];
        JsonNode document = file.endsWith(".yaml") ? asyncApi : read(file);
        return document.at(parts.length == 1 ? "" : parts[1]);
    }

    private JsonNode read(String file) {
        return json.readTree(FOLDER.resolve(file));
    }

    private static List<Path> schemaFiles() throws Exception {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }

    private static String fileOf(Class<?> event) {
        return event.getSimpleName() + ".json";
    }

    private static List<String> components(Class<?> type, Predicate<RecordComponent> wanted) {
        return Arrays.stream(type.getRecordComponents())
                .filter(wanted)
                .map(RecordComponent::getName)
                .toList();
    }

    private static boolean isRequired(RecordComponent component) {
        return !component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    private static List<String> withEnvelope(List<String> components) {
        return Stream.concat(ENVELOPE.stream(), components.stream()).toList();
    }

    private static List<String> textsOf(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }
}
