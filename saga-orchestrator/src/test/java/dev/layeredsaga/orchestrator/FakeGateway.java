package dev.layeredsaga.orchestrator;

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
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.WireMockServer;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** A payment gateway that captures {@code pm_ok} and declines the rest. */
final class FakeGateway {

    private final WireMockServer server = new WireMockServer(wireMockConfig().dynamicPort());

    private FakeGateway() {
        server.start();
        server.stubFor(any(anyUrl()).willReturn(jsonResponse("{\"code\": \"declined\"}", 402)));
        server.stubFor(post(urlPathEqualTo("/v1/payments"))
                .withRequestBody(matchingJsonPath("$[?(@.method == 'pm_ok')]"))
                .willReturn(jsonResponse("{\"paymentId\": \"p-1\", \"status\": \"CAPTURED\", \"amount\": 1990}", 201)));
        server.stubFor(get(urlPathEqualTo("/v1/payments"))
                .willReturn(jsonResponse(
                        "{\"payments\": [{\"paymentId\": \"p-1\", \"status\": \"CAPTURED\", \"amount\": 1990,"
                                + " \"refundedAmount\": 0}]}",
                        200)));
        server.stubFor(post(urlPathTemplate("/v1/payments/{id}/refunds"))
                .willReturn(jsonResponse("{\"refundId\": \"r-1\", \"status\": \"REFUNDED\"}", 201)));
    }

    static FakeGateway shared() {
        return Shared.GATEWAY;
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
                .willReturn(jsonResponse(
                        "{\"payments\": [{\"paymentId\": \"p-1\", \"status\": \"CAPTURED\", \"amount\": 1990,"
                                + " \"refundedAmount\": 0}]}",
                        200)));
    }

    /** Returns the number of inquiries about this saga's payment, and charges. */
    long callsFor(UUID sagaId) {
        return server.getAllServeEvents().stream()
                .filter(call -> call.getRequest().getAbsoluteUrl().contains(sagaId.toString())
                        || call.getRequest().getBodyAsString().contains(sagaId.toString()))
                .count();
    }

    /** The same, once a call that was under way has been tried as often as it ever is: tries are a fraction of a second apart. */
    long callsInTheEndFor(UUID sagaId) {
        AtomicLong calls = new AtomicLong();
        await().during(Duration.ofSeconds(1)).until(() -> {
            long now = callsFor(sagaId);
            return calls.getAndSet(now) == now;
        });
        return calls.get();
    }

    String url() {
        return server.baseUrl();
    }

    private static final class Shared {
        static final FakeGateway GATEWAY = new FakeGateway();
    }
}
