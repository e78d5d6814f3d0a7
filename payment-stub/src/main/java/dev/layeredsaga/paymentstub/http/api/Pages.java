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
                .map(scenario -> "<code>" + scenario.wireName() + "</code>")
                .collect(Collectors.joining(", "));
        String page = """
            <!doctype html>
            <html lang="en">
            <title>Payment stub</title>
            <h1>This is a stub. It moves no money.</h1>
            <p>It plays a payment gateway that fails on demand, and keeps a ledger of what it would have done:
            <a href="/docs">its API</a>, <a href="/ledger">ledger</a>, <a href="/audit">audit</a>, <a href="/faults">fault</a>
            and <a href="/webhooks">webhooks</a>, and <a href="/__admin/requests">WireMock</a>, which is underneath.</p>
            <p>Scenarios, each also a payment method with <code>pm_</code> before its name: %s.</p>
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
