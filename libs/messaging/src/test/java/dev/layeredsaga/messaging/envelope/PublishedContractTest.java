package dev.layeredsaga.messaging.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.AdoptClaim;
import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.inventory.ClaimExtended;
import dev.layeredsaga.contract.inventory.ClaimQueued;
import dev.layeredsaga.contract.inventory.ClaimRefusal;
import dev.layeredsaga.contract.inventory.ClaimRefused;
import dev.layeredsaga.contract.inventory.ClaimReleased;
import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.inventory.ConfirmClaim;
import dev.layeredsaga.contract.inventory.ExtendClaim;
import dev.layeredsaga.contract.inventory.InventoryEvent;
import dev.layeredsaga.contract.inventory.ReleaseClaim;
import dev.layeredsaga.contract.inventory.RestoreRefusal;
import dev.layeredsaga.contract.inventory.RestoreRefused;
import dev.layeredsaga.contract.inventory.RestoreStock;
import dev.layeredsaga.contract.inventory.StockClaimed;
import dev.layeredsaga.contract.inventory.StockRestored;
import dev.layeredsaga.contract.inventory.VerifyClaims;
import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.OrderSagaEvent;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.order.ReturnSagaEvent;
import dev.layeredsaga.contract.payment.ChargeCaptured;
import dev.layeredsaga.contract.payment.ChargeDeclined;
import dev.layeredsaga.contract.payment.ChargeNotMade;
import dev.layeredsaga.contract.payment.ChargePayment;
import dev.layeredsaga.contract.payment.ChargeUnknown;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.payment.RefundPart;
import dev.layeredsaga.contract.payment.RefundPayment;
import dev.layeredsaga.contract.saga.EngineEvent;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.messaging.trace.TraceParent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Compares {@code docs/events} with the messages: neither can change without the other. */
class PublishedContractTest {

    private static final Path FOLDER = Path.of("..", "..", "docs", "events");
    private static final String ADDRESS = "https://contract/";
    private static final List<String> NO_MESSAGES = List.of("common.json", "headers.json");

    private final JsonMapper json = MessageJson.mapper();
    private final SchemaRegistry schemas = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            registry -> registry.schemas(PublishedContractTest::fileAt)
                    .schemaRegistryConfig(SchemaRegistryConfig.builder()
                            .formatAssertionsEnabled(true)
                            .build()));

    private static final Contract SAGA_EVENTS = new Contract(
            FOLDER,
            "/saga-orchestrator",
            List.of("sagaId", "sequence", "occurredAt"),
            Map.of(
                    "sagaEvents",
                    Stream.<Class<?>>of(OrderSagaEvent.class, EngineEvent.class)
                            .flatMap(family -> Arrays.stream(family.getPermittedSubclasses()))
                            .toList()));

    private static final Contract RETURNS = new Contract(
            FOLDER.resolve("returns"),
            "/saga-orchestrator",
            List.of("sagaId", "sequence", "occurredAt"),
            Map.of(
                    "returnsEvents",
                    Stream.concat(
                                    Arrays.stream(ReturnSagaEvent.class.getPermittedSubclasses()),
                                    Stream.of(EngineEvent.SagaStuck.class, EngineEvent.SagaEnded.class))
                            .toList()));

    private static final Contract INVENTORY = new Contract(
            FOLDER.resolve("inventory"),
            "/inventory-service",
            List.of(),
            Map.of("inventoryEvents", List.of(InventoryEvent.class.getPermittedSubclasses())));

    private static final Contract CLAIMS = new Contract(
            FOLDER.resolve("claims"),
            "/inventory-service",
            List.of(),
            Map.of(
                    "inventoryCommands",
                    List.of(
                            ClaimStock.class,
                            AdoptClaim.class,
                            ConfirmClaim.class,
                            ExtendClaim.class,
                            ReleaseClaim.class,
                            RestoreStock.class,
                            VerifyClaims.class),
                    "sagaReplies",
                    List.of(
                            StockClaimed.class,
                            ClaimQueued.class,
                            ClaimRefused.class,
                            ClaimConfirmed.class,
                            ClaimExtended.class,
                            ClaimReleased.class,
                            StockRestored.class,
                            RestoreRefused.class)));

    private static final Contract PAYMENT = new Contract(
            FOLDER.resolve("payment"),
            "/saga-orchestrator",
            List.of(),
            Map.of(
                    "paymentCommands",
                    List.of(ChargePayment.class, RefundPayment.class, RefundPart.class),
                    "sagaReplies",
                    List.of(
                            ChargeCaptured.class,
                            ChargeDeclined.class,
                            ChargeNotMade.class,
                            ChargeUnknown.class,
                            RefundMade.class,
                            RefundFailed.class)));

    /** A folder of the contract, with its sender, the fields that every value has, and the messages of each channel. */
    record Contract(Path folder, String sender, List<String> envelope, Map<String, List<Class<?>>> channels) {

        Stream<Class<?>> messages() {
            return channels.values().stream().flatMap(List::stream);
        }

        JsonNode asyncApi() {
            return readAsyncApi(folder.resolve("asyncapi.yaml"));
        }

        private List<String> withEnvelope(List<String> components) {
            return Stream.concat(envelope.stream(), components.stream()).toList();
        }

        @Override
        public String toString() {
            return folder.getFileName().toString();
        }
    }

    /** One message of a contract. */
    record Message(Contract contract, Class<?> type) {

        Path schema() {
            return contract.folder.resolve(type.getSimpleName() + ".json");
        }
    }

    static Stream<Contract> contracts() {
        return Stream.of(SAGA_EVENTS, RETURNS, INVENTORY, CLAIMS, PAYMENT);
    }

    static Stream<Message> messages() {
        return contracts().flatMap(contract -> contract.messages().map(type -> new Message(contract, type)));
    }

    @ParameterizedTest
    @MethodSource("contracts")
    void hasOneSchemaForEachMessage(Contract contract) throws IOException {
        try (Stream<Path> files = Files.list(contract.folder)) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".json") && !NO_MESSAGES.contains(name)))
                    .containsExactlyInAnyOrderElementsOf(contract.messages()
                            .map(type -> type.getSimpleName() + ".json")
                            .toList());
        }
    }

    /** Replies implement an interface that is not sealed. */
    @Test
    void describesEveryMessageOfPayments() throws IOException {
        expectDescribed("payment", PAYMENT.messages(), "PaymentCommand");
    }

    @Test
    void describesEveryMessageOfTheInventory() throws IOException {
        expectDescribed(
                "inventory",
                Stream.concat(INVENTORY.messages(), CLAIMS.messages()),
                "InventoryCommand",
                "InventoryEvent",
                "InventoryMessage",
                "ClaimRefusal",
                "RestoreRefusal");
    }

    private static void expectDescribed(String folder, Stream<Class<?>> described, String... others)
            throws IOException {
        Path sources = Path.of("..", "contract", "src", "main", "java", "dev", "layeredsaga", "contract", folder);
        try (Stream<Path> files = Files.list(sources)) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".java", ""))
                            .filter(name -> !List.of(others).contains(name)))
                    .containsExactlyInAnyOrderElementsOf(
                            described.map(Class::getSimpleName).toList());
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void describesAMessageByItsComponentsAndTheEnvelope(Message message) {
        JsonNode schema = read(message.schema());
        Contract contract = message.contract();
        Class<?> type = message.type();

        assertThat(schema.path("title").asString()).isEqualTo(type.getSimpleName());
        assertThat(schema.path("additionalProperties").asBoolean()).isTrue();
        assertThat(schema.path("properties").propertyNames())
                .containsExactlyElementsOf(contract.withEnvelope(components(type, any -> true)));
        assertThat(textsOf(schema.path("required")))
                .containsExactlyElementsOf(contract.withEnvelope(components(type, PublishedContractTest::isRequired)));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void givesExamplesThatTheCodeReadsAndWritesAsTheyStand(Message message) {
        JsonNode examples = read(message.schema()).path("examples");

        assertThat(examples).isNotEmpty().allSatisfy(example -> {
            ObjectNode withoutEnvelope = example.deepCopy().asObject().remove(message.contract().envelope);
            assertThat(json.writeValueAsString(json.treeToValue(example, message.type())))
                    .isEqualTo(withoutEnvelope.toString());
        });
    }

    /** As it is on the wire, with everything in it and without all that may be missing. */
    @ParameterizedTest
    @MethodSource("messages")
    void describesWhatIsSent(Message message) {
        Contract contract = message.contract();
        Schema headers = schema(contract.folder.resolve("headers.json"));
        Schema payload = schema(message.schema());
        JsonNode schema = read(message.schema());
        List<String> required = textsOf(schema.path("required"));

        for (JsonNode example : schema.path("examples")) {
            ObjectNode whole = example.deepCopy().asObject();
            for (ObjectNode content : List.of(whole, whole.deepCopy().retain(required))) {
                ProducerRecord<String, byte[]> sent = encode(contract, message.type(), content);

                assertThat(payload.validate(json.readTree(sent.value()))).isEmpty();
                assertThat(headers.validate(attributesOf(sent))).isEmpty();
            }
        }
        assertThat(payload.validate(json.createObjectNode()).isEmpty()).isEqualTo(required.isEmpty());
    }

    private ProducerRecord<String, byte[]> encode(Contract contract, Class<?> type, ObjectNode example) {
        ObjectNode value = json.createObjectNode();
        contract.envelope.forEach(field -> value.set(field, example.get(field)));
        value.setAll((ObjectNode) json.valueToTree(json.treeToValue(example, type)));
        OutgoingMessage message = new OutgoingMessage(
                        Topics.SAGA_EVENTS,
                        "01a1fd70-f1f2-7c4e-9b52-2f6a8d10c7e4",
                        type.getSimpleName(),
                        value,
                        contract.envelope.contains("sequence")
                                ? Map.of("sequence", example.path("sequence").asString())
                                : Map.of())
                .inTrace(TraceParent.parse("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
        return new CloudEventCodec(URI.create(contract.sender), json, Clock.systemUTC()).encode(message);
    }

    private ObjectNode attributesOf(ProducerRecord<?, ?> sent) {
        ObjectNode attributes = json.createObjectNode();
        sent.headers().forEach(header -> attributes.put(header.key(), new String(header.value(), UTF_8)));
        return attributes;
    }

    @Test
    void describesWhatMessagesAreMadeOfByItsComponents() {
        expectDefinition("money", Money.class);
        expectDefinition("orderLine", OrderSagaEvent.OrderLine.class);
        expectDefinition("reason", OrderReason.class);
        expectDefinition("stepAttempt", StepAttempt.class);
    }

    @Test
    void namesEveryReasonCode() {
        JsonNode code = read(FOLDER.resolve("common.json")).at("/$defs/reasonCode");
        List<String> known =
                Arrays.stream(ReasonCode.values()).map(ReasonCode::name).toList();

        assertThat(textsOf(code.path("examples"))).containsExactlyElementsOf(known);
        assertThat(code.path("description").asString()).contains(known);
        assertThat(code.has("enum")).as("an open set").isFalse();
    }

    @Test
    void namesEveryRefusalOfTheInventory() {
        expectNamed("ClaimRefused.json", ClaimRefusal.values());
        expectNamed("RestoreRefused.json", RestoreRefusal.values());
    }

    private void expectNamed(String schema, Enum<?>... refusals) {
        assertThat(textsOf(read(CLAIMS.folder().resolve(schema)).at("/properties/code/examples")))
                .containsExactlyElementsOf(
                        Arrays.stream(refusals).map(Enum::name).toList());
    }

    @ParameterizedTest
    @MethodSource("contracts")
    void describesEveryField(Contract contract) throws IOException {
        for (Path file : schemaFiles(contract)) {
            read(file)
                    .findValues("properties")
                    .forEach(properties -> properties.forEachEntry((name, property) -> {
                        JsonNode described = property.has("$ref") ? resolve(file, property.path("$ref")) : property;
                        assertThat(described.path("description").asString(""))
                                .as("%s of %s", name, file)
                                .isNotBlank();
                    }));
        }
    }

    @ParameterizedTest
    @MethodSource("contracts")
    void announcesEveryMessageInTheAsyncApi(Contract contract) {
        JsonNode asyncApi = contract.asyncApi();
        JsonNode messages = asyncApi.at("/components/messages");

        assertThat(asyncApi.path("channels").propertyNames())
                .containsExactlyInAnyOrderElementsOf(contract.channels.keySet());
        contract.channels.forEach((channel, types) -> assertThat(
                        asyncApi.at("/channels/" + channel + "/messages").propertyNames())
                .containsExactlyInAnyOrderElementsOf(
                        types.stream().map(Class::getSimpleName).toList()));
        assertThat(asyncApi.path("channels"))
                .allSatisfy(channel ->
                        assertThat(Topics.ALL).contains(channel.path("address").asString()));
        assertThat(messages.propertyNames())
                .containsExactlyInAnyOrderElementsOf(
                        contract.messages().map(Class::getSimpleName).toList());
        assertThat(contract.messages().map(Class::getSimpleName)).allSatisfy(name -> {
            JsonNode message = messages.path(name);
            assertThat(message.path("name").asString()).isEqualTo(name);
            assertThat(message.at("/headers/allOf/1/properties/ce_type/const").asString())
                    .isEqualTo(name);
            assertThat(message.at("/payload/$ref").asString()).isEqualTo(name + ".json");
        });
    }

    @ParameterizedTest
    @MethodSource("contracts")
    void refersOnlyToWhatIsThere(Contract contract) throws IOException {
        expectReferencesResolve(contract.folder.resolve("asyncapi.yaml"), contract.asyncApi());
        for (Path file : schemaFiles(contract)) {
            expectReferencesResolve(file, read(file));
        }
    }

    private void expectDefinition(String name, Class<?> type) {
        JsonNode definition = read(FOLDER.resolve("common.json")).at("/$defs/" + name);

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
        Path file = parts[0].isEmpty() ? from : from.resolveSibling(parts[0]);
        JsonNode document = file.toString().endsWith(".yaml") ? readAsyncApi(file) : read(file);
        return document.at(parts.length == 1 ? "" : parts[1]);
    }

    private Schema schema(Path file) {
        return schemas.getSchema(SchemaLocation.of(ADDRESS + FOLDER.relativize(file)));
    }

    private static @Nullable String fileAt(String address) {
        try {
            return address.startsWith(ADDRESS)
                    ? Files.readString(FOLDER.resolve(address.substring(ADDRESS.length())))
                    : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonNode read(Path file) {
        return json.readTree(file);
    }

    private static JsonNode readAsyncApi(Path file) {
        return new YAMLMapper().readTree(file);
    }

    private static List<Path> schemaFiles(Contract contract) throws IOException {
        try (Stream<Path> files = Files.list(contract.folder)) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
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

    private static List<String> textsOf(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }
}
