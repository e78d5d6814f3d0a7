package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class OperationsTest {

    private final Api api = OrderServiceInstance.shared().api();

    @Test
    void saysWhenItIsReady() {
        assertThat(api.get("/actuator/health/readiness").body().toString()).isEqualTo("""
                {"status":"UP"}""");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator/health",
                "/actuator/health/liveness",
                "/actuator/info",
                "/actuator/loggers",
                "/actuator/metrics"
            })
    void showsItsHealthAndMetrics(String path) {
        assertThat(api.get(path).status()).isEqualTo(200);
    }

    @Test
    void leadsABrowserFromItsAddressToTheDescriptionOfTheApi() {
        Api unauthenticated = api.as("");

        Api.Answer page = unauthenticated.send(
                unauthenticated.request("/").header("Accept", "text/html,application/xml;q=0.9,*/*;q=0.8"));
        assertThat(page.status()).isEqualTo(302);
        assertThat(page.location()).isEqualTo("/docs");
        assertThat(unauthenticated.get("/").code()).isEqualTo("NOT_FOUND");
        assertThat(unauthenticated.get("/").contentType()).isEqualTo("application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/env", "/actuator/beans", "/actuator/heapdump", "/actuator/shutdown"})
    void showsNothingElse(String path) {
        assertThat(api.get(path).status()).isEqualTo(404);
    }

    @Test
    void saysWhichBuildItIs() {
        JsonNode build = api.get("/actuator/info").body().path("build");

        assertThat(build.path("artifact").asString()).isEqualTo("order-service");
        assertThat(build.path("version").asString()).matches("\\d+\\.\\d+\\.\\d+.*");
        assertThat(build.path("commit").asString()).matches("unknown|[0-9a-f]{7,40}");
        assertThat(build.has("time")).isFalse();
    }

    @Test
    void changesALogLevelWhileItRuns() {
        String logger = "/actuator/loggers/dev.layeredsaga.order.OperationsTest";

        assertThat(level(api, logger, "\"DEBUG\"")).isEqualTo(204);
        assertThat(api.get(logger).body().path("effectiveLevel").asString()).isEqualTo("DEBUG");
        assertThat(level(api, logger, "\"LOUD\"")).isEqualTo(400);
        assertThat(api.get(logger).body().path("effectiveLevel").asString()).isEqualTo("DEBUG");
        assertThat(level(api, logger, "null")).isEqualTo(204);
        assertThat(api.get(logger).body().path("effectiveLevel").asString()).isEqualTo("INFO");
    }

    @Test
    void leavesLogLevelsAndBuildsToOperators() {
        LocalIssuer issuer = LocalIssuer.get();
        String monitoring = issuer.token(
                "prometheus", "metrics", LocalIssuer.AUDIENCE, Instant.now().plusSeconds(600));

        for (String token : new String[] {issuer.customer("mina"), monitoring}) {
            assertThat(api.as(token).get("/actuator/loggers").status()).isEqualTo(403);
            assertThat(level(api.as(token), "/actuator/loggers/ROOT", "\"OFF\""))
                    .isEqualTo(403);
            assertThat(api.as(token).get("/actuator/info").status()).isEqualTo(403);
        }
        assertThat(api.as("").get("/actuator/loggers").status()).isEqualTo(401);
        assertThat(level(api.as(""), "/actuator/loggers/ROOT", "\"OFF\"")).isEqualTo(401);
    }

    private static int level(Api caller, String logger, String level) {
        return caller.send(caller.request(logger)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"configuredLevel\": %s}".formatted(level))))
                .status();
    }
}
