package dev.layeredsaga.paymentstub.http.api;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathTemplate;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.http.message.Problems;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/** Serves the OpenAPI specification and its Swagger UI page. */
final class DescriptionApi {

    private static final String SPECIFICATION = "/openapi/payment-stub.yaml";
    private static final String PAGE = "/openapi/page.html";
    private static final String FILE = "file";
    private static final Map<String, String> FILES =
            Map.of("swagger-ui.css", "text/css", "swagger-ui-bundle.js", "text/javascript");

    List<Route> routes() {
        return List.of(
                new Route(
                        "specification",
                        get(urlPathEqualTo("/openapi.yaml")),
                        request -> file(SPECIFICATION, "application/yaml")),
                new Route("docs", get(urlPathEqualTo("/docs")), request -> file(PAGE, "text/html")),
                new Route("docs-files", get(urlPathTemplate("/docs/{" + FILE + "}")), DescriptionApi::pageFile));
    }

    private static ResponseDefinition pageFile(Request request) {
        String name = request.getPathParameters().get(FILE);
        String type = FILES.get(name);
        return type == null
                ? Problems.of(ErrorCode.NOT_FOUND, "the page has no such file")
                : file("/META-INF/resources/webjars/swagger-ui/" + swaggerUiVersion() + "/" + name, type);
    }

    private static ResponseDefinition file(String resource, String type) {
        return WireMock.aResponse()
                .withHeader("Content-Type", type + ";charset=utf-8")
                .withBody(read(resource))
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
        return Objects.requireNonNull(DescriptionApi.class.getResourceAsStream(resource), resource);
    }
}
