package dev.layeredsaga.orchestrator.payment.http;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.jsonResponse;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static dev.layeredsaga.orchestrator.payment.http.GatewayOverHttp.KEY;
import static dev.layeredsaga.orchestrator.payment.http.GatewayOverHttp.ORDER;
import static dev.layeredsaga.orchestrator.payment.http.GatewayOverHttp.REQUEST;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.layeredsaga.orchestrator.payment.PaymentGateway;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Tests of this service's credentials at the gateway, and of their rejection. */
@ExtendWith(OutputCaptureExtension.class)
class GatewayCredentialsTest {

    private static final String API_KEY = "key-of-the-orchestrator";

    @RegisterExtension
    private final WireMockExtension server = WireMockExtension.newInstance()
            .options(wireMockConfig().dynamicPort())
            .build();

    @Test
    void showsItsKeyWithEveryCallAndNowhereElse(CapturedOutput output) {
        answers(500);
        try (var context = GatewayOverHttp.startWithKey(server.baseUrl(), API_KEY)) {
            callEach(context.getBean(PaymentGateway.class));

            assertThat(context.getBean(GatewaySettings.class).toString()).doesNotContain(API_KEY);
        }
        server.verify(0, anyRequestedFor(anyUrl()).withoutHeader("Authorization"));
        server.verify(anyRequestedFor(anyUrl()).withHeader("Authorization", equalTo("Bearer " + API_KEY)));
        assertThat(output).doesNotContain(API_KEY);
    }

    @Test
    void showsNothingIfItHasNoKey() {
        answers(500);
        try (var context = GatewayOverHttp.start(server.baseUrl())) {
            callEach(context.getBean(PaymentGateway.class));
        }
        server.verify(0, anyRequestedFor(anyUrl()).withHeader("Authorization", equalTo("Bearer")));
        server.verify(anyRequestedFor(anyUrl()).withoutHeader("Authorization"));
    }

    /** As with 429 and 503, the gateway did nothing, and may do it later: the saga tries again until its deadline. */
    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void takesRefusedCredentialsForNoDecisionAndSaysSo(int status, CapturedOutput output) {
        answers(status);
        String reason = "the gateway refuses our credentials: it answered " + status;
        try (var context = GatewayOverHttp.startWithKey(server.baseUrl(), API_KEY)) {
            PaymentGateway gateway = context.getBean(PaymentGateway.class);

            assertThat(gateway.charge(KEY, REQUEST)).isEqualTo(new NotMade(reason, null));
            assertThat(gateway.find(KEY, ORDER)).isEqualTo(new Unknown(reason));
            assertThat(gateway.refund(KEY, "p-1", null)).isEqualTo(new RefundResult.Unknown(reason));
        }
        assertThat(server.getAllServeEvents())
                .as("none is worth repeating at once")
                .hasSize(3);
        assertThat(output)
                .contains("WARN")
                .contains("refuses the credentials of this service with " + status)
                .doesNotContain(API_KEY);
    }

    @Test
    void doesNotShowItsKeyWhenItIsPrinted() {
        var settings = new GatewaySettings(
                URI.create("http://localhost"), API_KEY, Duration.ofSeconds(1), Duration.ofSeconds(1), List.of());

        assertThat(settings).asString().doesNotContain(API_KEY);
    }

    private void answers(int status) {
        server.stubFor(any(anyUrl()).willReturn(jsonResponse("{\"code\": \"UNAUTHENTICATED\"}", status)));
    }

    private static void callEach(PaymentGateway gateway) {
        gateway.charge(KEY, REQUEST);
        gateway.find(KEY, ORDER);
        gateway.refund(KEY, "p-1", null);
    }
}
