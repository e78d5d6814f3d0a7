package dev.layeredsaga.paymentstub.http.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.fault.Scenario;
import dev.layeredsaga.paymentstub.http.message.Problems;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Collectors;

/** The pages for people, and the OpenAPI specification. They are public and therefore show nothing that the stub has done. */
final class Pages {

    private static final Map<String, String> DOCS_FILES =
            Map.of("swagger-ui.css", "text/css", "swagger-ui-bundle.js", "text/javascript");

    private Pages() {}

    static ResponseDefinition home() {
        String scenarios = Arrays.stream(Scenario.values())
                .map(scenario -> "<li><code>" + scenario.wireName() + "</code></li>")
                .collect(Collectors.joining("\n"));
        String page = """
            <!doctype html>
            <html lang="en">
            <title>Payment stub</title>
            <h1>This is a stub. It moves no money.</h1>
            <p>It plays a payment gateway that fails on demand, and keeps a ledger of what it would have done.</p>
            <ul>
            <li><a href="/docs"><code>/docs</code></a>, <a href="/openapi.yaml"><code>/openapi.yaml</code></a>: the API in detail</li>
            <li><code>POST /v1/payments</code>, <code>GET /v1/payments?idempotencyKey=</code></li>
            <li><code>POST /v1/payments/{paymentId}/refunds</code></li>
            <li><a href="/faults"><code>/faults</code></a> (GET, PUT, DELETE): the fault for all orders</li>
            <li><a href="/webhooks"><code>/webhooks</code></a> (GET, PUT, DELETE): the webhook settings and delivery counts</li>
            <li><a href="/ledger"><code>GET /ledger</code></a>, <code>?orderId=</code></li>
            <li><a href="/audit"><code>GET /audit</code></a>, <code>?orderId=</code>,
            <code>?unknownOlderThanSeconds=</code> (120)</li>
            <li><code>GET /calls?orderId=</code>: the number of calls for an order</li>
            <li><a href="/actuator/health/readiness"><code>GET /actuator/health/readiness</code></a></li>
            <li><a href="/__admin/requests"><code>/__admin</code></a>: WireMock, which is underneath</li>
            </ul>
            <p>Scenarios, each also a payment method with <code>pm_</code> before its name:</p>
            <ul>
            %s
            </ul>
            </html>
            """.formatted(scenarios);
        return page(page.getBytes(UTF_8), "text/html");
    }

    static ResponseDefinition specification() {
        return page(read("/openapi/payment-stub.yaml"), "application/yaml");
    }

    static ResponseDefinition docs() {
        return page(read("/openapi/page.html"), "text/html");
    }

    static ResponseDefinition docsFile(String name) {
        String type = DOCS_FILES.get(name);
        return type == null
                ? Problems.of(ErrorCode.NOT_FOUND, "the page has no such file")
                : page(read("/META-INF/resources/webjars/swagger-ui/" + swaggerUiVersion() + "/" + name), type);
    }

    private static ResponseDefinition page(byte[] content, String type) {
        return WireMock.aResponse()
                .withHeader("Content-Type", type + ";charset=utf-8")
                .withBody(content)
                .build();
    }

    private static String swaggerUiVersion() {
        try (InputStream file = open("/META-INF/maven/org.webjars/swagger-ui/pom.properties")) {
            var properties = new Properties();
            properties.load(file);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] read(String resource) {
        try (InputStream file = open(resource)) {
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String resource) {
        return Objects.requireNonNull(Pages.class.getResourceAsStream(resource), resource);
    }
}
