package dev.layeredsaga.testbed.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Contract runs against a service with a constant response, and specifications that match it or not. */
class ContractRunTest {

    private static final String TRUE = """
            paths:
              /things/{id}:
                put:
                  parameters:
                    - {name: id, in: path, required: true, schema: {type: string}}
                  requestBody:
                    content: {application/json: {schema: {type: object, properties: {size: {}}}}}
                  responses:
                    "200":
                      headers: {Location: {required: true}}
                      content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}
            components:
              schemas:
                Thing: {type: object, required: [size], properties: {size: {type: integer, maximum: 7}}}
            """;

    private HttpServer server;
    private int status = 200;
    private String mediaType = "application/json";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = "{\"size\": 7}".getBytes(UTF_8);
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().add("Content-Type", mediaType);
        exchange.getResponseHeaders().add("Location", "/things/1");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void findsAnUndocumentedStatus() {
        assertThat(violationsOf(TRUE.replace("\"200\"", "\"201\""))).anyMatch(text -> text.contains("not documented"));
    }

    @Test
    void findsAValueOfTheWrongType() {
        assertThat(violationsOf(TRUE.replace("{type: integer, maximum: 7}", "{type: string}")))
                .anyMatch(text -> text.contains("string expected"));
    }

    @Test
    void findsAValueBeyondItsLimit() {
        assertThat(violationsOf(TRUE.replace("maximum: 7", "maximum: 6"))).anyMatch(text -> text.contains("/size"));
    }

    @Test
    void findsAnUndocumentedMemberAndValueThoughClientsHaveToTakeThem() {
        assertThat(violationsOf(TRUE.replace(
                        "required: [size], properties: {size:", "additionalProperties: true, properties: {sice:")))
                .anyMatch(text -> text.contains("size"));
        assertThat(violationsOf(TRUE.replace("maximum: 7", "x-extensible-enum: [8]")))
                .anyMatch(text -> text.contains("/size"));
    }

    @Test
    void findsAMissingMember() {
        assertThat(violationsOf(TRUE.replace("required: [size]", "required: [size, colour]")))
                .anyMatch(text -> text.contains("colour"));
    }

    @Test
    void findsAMissingHeader() {
        assertThat(violationsOf(TRUE.replace("Location:", "ETag:")))
                .anyMatch(text -> text.contains("lacks the header"));
    }

    @Test
    void findsAnotherMediaType() {
        assertThat(violationsOf(TRUE.replace(
                        "content: {application/json: {schema: {$ref", "content: {text/plain: {schema: {$ref")))
                .anyMatch(text -> text.contains("is 'application/json', which is not documented"));
    }

    @Test
    void findsAProblemWithACodeThatIsNotDocumentedForItsStatus() {
        status = 409;
        mediaType = "application/problem+json";

        assertThat(violationsOf(TRUE.replace("\"200\"", "\"409\"")
                        .replace(
                                "application/json: {schema: {$ref",
                                "application/problem+json: {examples: {BUSY: {}}, schema: {$ref")))
                .anyMatch(text -> text.contains("has a code of which there is no example"));
    }

    @Test
    void findsThatSomethingForbiddenIsAccepted() {
        assertThat(violationsOf(
                        TRUE.replace("properties: {size: {}}", "required: [size], properties: {size: {const: 1}}")))
                .anyMatch(text -> text.contains("accepts what the specification does not allow"));
    }

    @Test
    void findsAFailureOfTheServiceEvenIfItIsDocumented() {
        status = 500;

        assertThat(violationsOf(TRUE.replace("\"200\"", "\"500\"")))
                .anyMatch(text -> text.contains("is a failure of the service"));
    }

    @Test
    void findsNothingElseWhereTheSpecificationIsTrue() {
        assertThat(violationsOf(TRUE)).allMatch(text -> text.startsWith("accepts what"));
    }

    @Test
    void sendsTheSameRequestsAgain() {
        assertThat(requests()).isEqualTo(requests()).hasSize(40);
    }

    @Test
    void findsAnOperationThatIsOpenToEverybody() {
        assertThat(violationsOf("security: [{bearer: []}]\n" + TRUE.replace("size: {}", "")))
                .anyMatch(text -> text.contains("token ''") && text.contains("accepts what"));
    }

    private List<String> violationsOf(String specification) {
        URI service = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new ContractRun(service, "good", specification(specification), Map.of())
                .send(60)
                .violations();
    }

    private static List<String> requests() {
        Specification specification = specification(TRUE);
        Requests requests = new Requests(specification, new java.util.Random(42), Map.of());
        Operation operation = specification.operations().getFirst();
        return java.util.stream.Stream.generate(() -> requests.next(operation).toString())
                .limit(40)
                .toList();
    }

    private static Specification specification(String yaml) {
        return new Specification(new YAMLMapper().readTree(yaml));
    }
}
