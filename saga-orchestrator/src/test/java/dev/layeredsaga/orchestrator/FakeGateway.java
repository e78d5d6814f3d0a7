package dev.layeredsaga.orchestrator;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.containing;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.jsonResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.matchingJsonPath;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathTemplate;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static com.github.tomakehurst.wiremock.stubbing.Scenario.STARTED;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.Response;
import java.util.UUID;

/** A payment gateway that captures {@code pm_ok} and declines the rest. */
final class FakeGateway {

    private final WireMockServer server = new WireMockServer(wireMockConfig().dynamicPort());

    private FakeGateway() {
        server.start();
        server.stubFor(any(anyUrl()).willReturn(jsonResponse("{\"code\": \"declined\"}", 402)));
        server.stubFor(post(urlPathEqualTo("/v1/payments"))
                .withRequestBody(matchingJsonPath("$[?(@.method == 'pm_ok')]"))
                .willReturn(jsonResponse(
                        "{\"paymentId\": \"p-1\", \"status\": \"CAPTURED\", \"amount\": 1990, \"currency\": \"KRW\"}",
                        201)));
        server.stubFor(get(urlPathEqualTo("/v1/payments")).willReturn(payment(0)));
        server.stubFor(post(urlPathTemplate("/v1/payments/{id}/refunds"))
                .willReturn(jsonResponse("{\"refundId\": \"r-1\", \"status\": \"REFUNDED\"}", 201)));
        server.addMockServiceRequestListener(this::record);
    }

    /** The gateway's record shows the refund. */
    private void record(Request request, Response response) {
        if (request.getUrl().endsWith("/refunds") && response.getStatus() == 201) {
            String saga = request.getHeader("Idempotency-Key").replace(":refund", "");
            refunds(UUID.fromString(saga));
        }
    }

    static FakeGateway shared() {
        return Shared.GATEWAY;
    }

    /** Captures this saga's payment, does not say so, and refuses every repetition; its record shows it. */
    void refusesRepetitionsOf(UUID sagaId) {
        chargeOf(sagaId, STARTED, aResponse().withStatus(500));
        chargeOf(sagaId, "captured", jsonResponse("{\"code\": \"DUPLICATE_TRANSACTION\"}", 422));
    }

    private void chargeOf(UUID sagaId, String state, ResponseDefinitionBuilder response) {
        server.stubFor(post(urlPathEqualTo("/v1/payments"))
                .withHeader("Idempotency-Key", containing(sagaId.toString()))
                .inScenario("charge of " + sagaId)
                .whenScenarioStateIs(state)
                .willSetStateTo("captured")
                .willReturn(response));
    }

    /** Captures ten times what this saga asks for. */
    void capturesTooMuchFrom(UUID sagaId) {
        server.stubFor(post(urlPathEqualTo("/v1/payments"))
                .withHeader("Idempotency-Key", containing(sagaId.toString()))
                .willReturn(jsonResponse(
                        "{\"paymentId\": \"p-1\", \"status\": \"CAPTURED\", \"amount\": 19900, \"currency\": \"KRW\"}",
                        201)));
    }

    /** Accepts the refund of this saga's payment, and does not make it before {@link #refunds}. */
    void acceptsRefundsOnly(UUID sagaId) {
        server.stubFor(post(urlPathTemplate("/v1/payments/{id}/refunds"))
                .withHeader("Idempotency-Key", containing(sagaId.toString()))
                .willReturn(jsonResponse("{\"refundId\": \"r-1\", \"status\": \"PENDING\"}", 202)));
    }

    void refunds(UUID sagaId) {
        server.stubFor(get(urlPathEqualTo("/v1/payments"))
                .withQueryParam("idempotencyKey", containing(sagaId.toString()))
                .willReturn(payment(1990)));
    }

    long refundsAskedFor(UUID sagaId) {
        return server.getAllServeEvents().stream()
                .filter(call -> (sagaId + ":refund").equals(call.getRequest().getHeader("Idempotency-Key")))
                .count();
    }

    /** The money of this saga is not given back. */
    void declinesToRefund(UUID sagaId) {
        server.stubFor(post(urlPathTemplate("/v1/payments/{id}/refunds"))
                .withHeader("Idempotency-Key", containing(sagaId.toString()))
                .willReturn(jsonResponse("{\"code\": \"refund_declined\"}", 402)));
    }

    /** Answers 500, so that the outcome of this saga's payment stays unknown. */
    void isSilentAbout(UUID sagaId) {
        server.stubFor(post(urlPathEqualTo("/v1/payments"))
                .withHeader("Idempotency-Key", containing(sagaId.toString()))
                .willReturn(jsonResponse("{}", 500)));
        server.stubFor(get(urlPathEqualTo("/v1/payments"))
                .withQueryParam("idempotencyKey", containing(sagaId.toString()))
                .willReturn(jsonResponse("{}", 500)));
    }

    /** Reports this saga's payment as captured. */
    void speaksOf(UUID sagaId) {
        server.stubFor(get(urlPathEqualTo("/v1/payments"))
                .withQueryParam("idempotencyKey", containing(sagaId.toString()))
                .willReturn(payment(0)));
    }

    private static ResponseDefinitionBuilder payment(int refunded) {
        return jsonResponse("""
                {"payments": [{"paymentId": "p-1", "status": "CAPTURED", "amount": 1990, "currency": "KRW", "refundedAmount": %d}]}
                """.formatted(refunded), 200);
    }

    /** Returns the number of inquiries about this saga's payment, and charges. */
    long callsFor(UUID sagaId) {
        return server.getAllServeEvents().stream()
                .filter(call -> call.getRequest().getAbsoluteUrl().contains(sagaId.toString())
                        || call.getRequest().getBodyAsString().contains(sagaId.toString()))
                .count();
    }

    String url() {
        return server.baseUrl();
    }

    private static final class Shared {
        static final FakeGateway GATEWAY = new FakeGateway();
    }
}
