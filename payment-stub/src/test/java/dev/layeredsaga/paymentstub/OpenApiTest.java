package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.gateway.Gateway;
import dev.layeredsaga.paymentstub.http.api.Endpoints;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.testbed.contract.ContractReport;
import dev.layeredsaga.testbed.contract.ContractRun;
import dev.layeredsaga.testbed.contract.PublishedSpecification;
import dev.layeredsaga.testbed.contract.Specification;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

class OpenApiTest {

    private static final String KEY = "key-of-the-contract";

    @RegisterExtension
    static final RunningStub stub = new RunningStub(List.of(KEY));

    private static final YAMLMapper YAML = new YAMLMapper();

    @Test
    void isWhatIsCommitted() throws IOException {
        assertThat(new PublishedSpecification("payment-stub.yaml").committed())
                .as("to bring it up to date: cp payment-stub/src/main/resources/openapi/payment-stub.yaml"
                        + " docs/openapi/")
                .isEqualTo(stub.get("/openapi.yaml").body());
    }

    @Test
    void hasWordsForEverything() throws IOException {
        assertThat(PublishedSpecification.withoutWords(served())).isEmpty();
    }

    @Test
    void namesEveryRouteAndNoOther() throws IOException {
        Stream<String> routes = new Endpoints(Gateway.open(Clock.systemUTC(), duration -> {}))
                .routes().stream().map(route -> route.method() + " " + route.path());
        Stream<String> operations = served().path("paths")
                .propertyStream()
                .flatMap(path -> path.getValue()
                        .propertyStream()
                        .map(operation -> operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey()));

        assertThat(operations).containsExactlyInAnyOrderElementsOf(routes.toList());
    }

    @Test
    void showsEveryProblem() throws IOException {
        List<String> shown = served().findValues("examples").stream()
                .filter(JsonNode::isObject)
                .flatMap(examples -> examples.propertyNames().stream())
                .toList();

        assertThat(shown)
                .containsAll(Arrays.stream(ErrorCode.values())
                        .filter(code -> code != ErrorCode.METHOD_NOT_ALLOWED)
                        .map(ErrorCode::name)
                        .toList());
    }

    @Test
    void namesEveryScenarioAsAFaultAndAsAPaymentMethod() throws IOException {
        JsonNode schemas = served().at("/components/schemas");
        List<String> scenarios =
                Arrays.stream(Scenario.values()).map(Scenario::wireName).toList();

        assertThat(texts(schemas.at("/Scenario/enum"))).containsExactlyElementsOf(scenarios);
        assertThat(texts(schemas.at("/PaymentMethod/enum")))
                .containsExactlyElementsOf(
                        scenarios.stream().map(name -> "pm_" + name).toList());
    }

    @Test
    void canBeBrowsedWithoutTheInternet() throws IOException {
        assertThat(stub.get("/docs").body()).contains("swagger-ui").doesNotContain("//");
        assertThat(stub.get("/docs/swagger-ui-bundle.js").header("Content-Type"))
                .startsWith("text/javascript");
        assertThat(stub.get("/docs/swagger-ui-bundle.js").body()).contains("SwaggerUIBundle");
    }

    @Test
    void saysHowTheStubAnswersWhateverItIsAsked() throws IOException {
        ContractReport report = new ContractRun(
                        URI.create("http://127.0.0.1:" + stub.port()),
                        KEY,
                        new Specification(harmless(served())),
                        known())
                .send(100);

        assertThat(report.violations()).isEmpty();
        assertThat(report.counts().get("POST /v1/payments")).containsKeys(201, 400, 402, 415, 422);
        assertThat(report.counts().get("POST /v1/payments/{paymentId}/refunds")).containsKeys(201, 400, 404, 422);
        assertThat(report.counts().get("PUT /faults")).containsKeys(200, 400, 415, 422);
        assertThat(report.counts().get("PUT /webhooks")).containsKeys(200, 400, 415, 422);
    }

    private static JsonNode served() throws IOException {
        return YAML.readTree(stub.get("/openapi.yaml").body());
    }

    /**
     * Removes scenarios that fail or delay on purpose. Removes the optional body of refunds too, because otherwise an
     * empty body would count as an error.
     */
    private static JsonNode harmless(JsonNode document) {
        ObjectNode schemas = (ObjectNode) document.at("/components/schemas");
        keep((ArrayNode) schemas.at("/Scenario/enum"), "ok", "declined_", "refund_declined");
        keep((ArrayNode) schemas.at("/PaymentMethod/enum"), "pm_ok", "pm_declined_", "pm_refund_declined");
        for (String request : List.of("FaultRequest", "WebhookRequest")) {
            ((ObjectNode) schemas.at("/" + request + "/properties/delayMillis")).put("maximum", 5);
        }
        ((ObjectNode) document.at("/paths/~1v1~1payments~1{paymentId}~1refunds/post")).remove("requestBody");
        return document;
    }

    private static void keep(ArrayNode names, String... beginnings) {
        names.removeIf(name -> Stream.of(beginnings).noneMatch(name.asString()::startsWith));
    }

    /** Creates a payment and returns values that refer to it, so that not every response is a 404. */
    private static Map<String, List<String>> known() throws IOException {
        String payment = stub.capture("order-1", "pm_ok");
        Map<String, List<String>> known = new HashMap<>();
        known.put("paymentId", List.of(payment));
        known.put("orderId", List.of("order-1", "order-2"));
        known.put("idempotencyKey", List.of("pay-order-1", "key-1"));
        known.put("Idempotency-Key", List.of("pay-order-1", "key-1", "\"key-2\""));
        known.put("url", List.of("http://127.0.0.1:9/webhooks"));
        return known;
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }
}
