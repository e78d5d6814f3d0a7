package dev.layeredsaga.paymentstub.example;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A shop's gateway client: charges under one key per order, and queries the payment if the outcome is unknown. */
final class CheckoutClient {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI gateway;
    private final Duration chargeTimeout;

    CheckoutClient(URI gateway) {
        this(gateway, TIMEOUT);
    }

    /** @param chargeTimeout after a charge without an answer for this long, the payment is queried */
    CheckoutClient(URI gateway, Duration chargeTimeout) {
        this.gateway = gateway;
        this.chargeTimeout = chargeTimeout;
    }

    /** Charges at most once per order, however often it is called. Returns true if the order is paid. */
    boolean charge(String order, long amount) throws IOException, InterruptedException {
        try {
            HttpResponse<String> answer =
                    post("/v1/payments", "charge-" + order, payment(order, amount), chargeTimeout);
            return switch (answer.statusCode()) {
                case 201 -> true;
                case 402 -> false;
                default -> isPaid(order);
            };
        } catch (IOException e) {
            return isPaid(order);
        }
    }

    /** Refunds the order in full. Returns true if the refund was made. */
    boolean refund(String order) throws IOException, InterruptedException {
        String id = paymentOf(order).path("paymentId").asString();
        return post("/v1/payments/" + id + "/refunds", "refund-" + order, Map.of(), TIMEOUT)
                        .statusCode()
                == 201;
    }

    private boolean isPaid(String order) throws IOException, InterruptedException {
        return paymentOf(order).path("status").asString("").equals("CAPTURED");
    }

    private JsonNode paymentOf(String order) throws IOException, InterruptedException {
        String body = send(request("/v1/payments?idempotencyKey=charge-" + order)
                        .GET())
                .body();
        return JSON.readTree(body).at("/payments/0");
    }

    private static Map<String, ?> payment(String order, long amount) {
        return Map.of("orderId", order, "amount", amount, "currency", "KRW", "method", "pm_ok");
    }

    private HttpResponse<String> post(String path, String key, Map<String, ?> body, Duration timeout)
            throws IOException, InterruptedException {
        return send(request(path)
                .timeout(timeout)
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(gateway + path)).timeout(TIMEOUT);
    }
}
