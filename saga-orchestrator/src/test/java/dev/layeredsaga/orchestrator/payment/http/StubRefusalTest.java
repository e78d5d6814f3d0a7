package dev.layeredsaga.orchestrator.payment.http;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.jsonResponse;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static dev.layeredsaga.orchestrator.payment.http.GatewayOverHttp.KEY;
import static dev.layeredsaga.orchestrator.payment.http.GatewayOverHttp.ORDER;
import static dev.layeredsaga.orchestrator.payment.http.GatewayOverHttp.PRICE;
import static dev.layeredsaga.orchestrator.payment.http.GatewayOverHttp.REQUEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.WireMockServer;
import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.orchestrator.payment.PaymentGateway;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Captured;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** No real order is ever paid by a stub. */
@ExtendWith(OutputCaptureExtension.class)
class StubRefusalTest {

    private static final String CAPTURED =
            "{\"paymentId\": \"p-1\", \"status\": \"CAPTURED\", \"amount\": 1990, \"currency\": \"KRW\"}";
    private static final String PRODUCTION = "production";

    private final WireMockServer server = new WireMockServer(wireMockConfig().dynamicPort());

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void aStubIsNoGatewayToStartWithInProduction() {
        answersAsAStub();

        assertThatThrownBy(() -> GatewayOverHttp.start(server.baseUrl(), PRODUCTION))
                .hasRootCauseInstanceOf(StartupException.class)
                .rootCause()
                .hasMessage("orchestrator.payment-gateway.url is " + server.baseUrl()
                        + ", which is a payment stub: it moves no money, and the profile production refuses it");
    }

    @Test
    void aStubWillDoElsewhere() {
        answersAsAStub();

        try (var context = GatewayOverHttp.start(server.baseUrl())) {
            assertCaptured(context.getBean(PaymentGateway.class));
        }
    }

    @Test
    void aGatewayThatIsAwayKeepsNoServiceFromStarting(CapturedOutput output) {
        String away = server.baseUrl();
        server.stop();

        try (var context = GatewayOverHttp.start(away, PRODUCTION)) {
            assertThat(context.isRunning()).isTrue();
            assertThat(output).contains("the payment gateway at " + away + " does not answer");
        }
    }

    @Test
    void aRealGatewayIsUsed() {
        server.stubFor(any(anyUrl()).willReturn(jsonResponse(CAPTURED, 201)));

        try (var context = GatewayOverHttp.start(server.baseUrl(), PRODUCTION)) {
            assertCaptured(context.getBean(PaymentGateway.class));
        }
    }

    @Test
    void whatAStubSaysLaterCountsForNothing(CapturedOutput output) {
        server.stubFor(any(anyUrl()).willReturn(jsonResponse(CAPTURED, 201)));
        try (var context = GatewayOverHttp.start(server.baseUrl(), PRODUCTION)) {
            PaymentGateway gateway = context.getBean(PaymentGateway.class);
            server.resetAll();
            answersAsAStub();

            assertThat(gateway.charge(KEY, REQUEST)).isEqualTo(new NotMade("the gateway is a stub", null));
            assertThat(gateway.find(KEY, ORDER)).isEqualTo(new Unknown("the gateway is a stub"));
            assertThat(gateway.refund(KEY, "p-1", null)).isEqualTo(new RefundResult.Unknown("the gateway is a stub"));
            assertThat(server.getAllServeEvents()).hasSize(3);
            assertThat(output).contains("ERROR").contains("its answer is refused");
        }
    }

    private void answersAsAStub() {
        server.stubFor(any(anyUrl()).willReturn(jsonResponse(CAPTURED, 201).withHeader("Payment-Stub", "true")));
    }

    /** An answer may take longer than the half second it has; then the charge is repeated. */
    private static void assertCaptured(PaymentGateway gateway) {
        await().untilAsserted(() -> assertThat(gateway.charge(KEY, REQUEST)).isEqualTo(new Captured("p-1", PRICE)));
    }
}
