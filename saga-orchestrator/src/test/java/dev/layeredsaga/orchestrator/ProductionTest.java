package dev.layeredsaga.orchestrator;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.WireMockServer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The profile {@code production}. */
@ExtendWith(OutputCaptureExtension.class)
class ProductionTest {

    private static final String PRODUCTION = "--spring.profiles.active=production";
    private static final String WITH_SECRET = "--orchestrator.payment-gateway.webhook-secrets=" + Webhooks.SECRET;

    @Test
    void saysInOneLineThatAStubWillNotDo(CapturedOutput output) {
        WireMockServer stub = new WireMockServer(wireMockConfig().dynamicPort());
        stub.start();
        stub.stubFor(any(anyUrl()).willReturn(okJson("{}").withHeader("Payment-Stub", "true")));

        assertThatThrownBy(() -> OrchestratorInstance.startWith(stub.baseUrl(), PRODUCTION))
                .hasStackTraceContaining("which is a payment stub");

        stub.stop();
        assertThat(output.getAll().lines())
                .filteredOn(line -> line.contains("saga-orchestrator cannot start: "))
                .singleElement()
                .asString()
                .contains("which is a payment stub: it moves no money, and the profile production refuses it");
        // another instance of this JVM may have a failure to show meanwhile
        assertThat(output).doesNotContain("\tat org.springframework.boot.SpringApplication");
    }

    @Test
    void acceptsNoStubsWebhookAndDescribesNothing() {
        try (OrchestratorInstance instance = OrchestratorInstance.start(PRODUCTION, WITH_SECRET)) {
            Webhooks webhooks = new Webhooks(instance.api().port());
            String body = Webhooks.captured(UUID.randomUUID());
            long now = Webhooks.now();
            String signature = Webhooks.sign(Webhooks.SECRET, now, body);

            var ofAStub = webhooks.send(body, signature, now, "Payment-Stub", "true");
            assertThat(ofAStub.statusCode()).isEqualTo(403);
            assertThat(ofAStub.body()).contains("STUB_REFUSED");
            assertThat(webhooks.send(body).body()).contains("UNKNOWN_PAYMENT");
            for (String path : List.of("/openapi", "/openapi.yaml", "/docs", "/swagger-ui/swagger-ui-bundle.js")) {
                assertThat(instance.api().get(path).status()).as(path).isEqualTo(404);
            }
        }
    }

    @Test
    void saysInOneLineWhichSettingIsNoSecretWithoutShowingIt(CapturedOutput output) {
        assertThatThrownBy(() -> OrchestratorInstance.start("--orchestrator.payment-gateway.webhook-secrets=hush"))
                .isNotNull();

        assertThat(output)
                .contains("saga-orchestrator cannot start: orchestrator.payment-gateway")
                .contains("must each be whsec_ and 24 to 64 bytes in base64")
                .doesNotContain("hush")
                .doesNotContain("\tat org.springframework.boot.SpringApplication");
    }
}
