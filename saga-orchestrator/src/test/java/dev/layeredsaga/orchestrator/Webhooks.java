package dev.layeredsaga.orchestrator;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookSigningException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;

/** A gateway that notifies an orchestrator of what became of payments. */
record Webhooks(int port) {

    static final String SECRET = "whsec_bGF5ZXJlZC1zYWdhLXRlc3Qtc2VjcmV0";
    static final String NEXT_SECRET = "whsec_dGhlIG5leHQgc2VjcmV0LCAyNCBieXRlcw==";

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    static String captured(UUID saga) {
        return event("captured", saga, 1990, "KRW");
    }

    static String event(String type, UUID saga, long amount, String currency) {
        return """
                {"type": "payment.%s", "timestamp": "2026-01-02T03:04:05Z", "new": 1, "data": {"paymentId": "p-1",
                "orderId": "%s", "idempotencyKey": "%s:charge", "amount": %d, "currency": "%s", "status": "CAPTURED",
                "refundedAmount": 0, "declineCode": "fraud", "risk": {"score": 0.5}}}
                """.formatted(type, saga, saga, amount, currency);
    }

    HttpResponse<String> send(String body) {
        long now = now();
        return send(body, sign(SECRET, now, body), now);
    }

    HttpResponse<String> send(String body, String signature, long timestamp, String... furtherHeaders) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/payments/webhooks"))
                .header("Content-Type", "application/json")
                .header("webhook-id", "evt_1")
                .header("webhook-timestamp", Long.toString(timestamp))
                .header("webhook-signature", signature)
                .POST(BodyPublishers.ofString(body));
        try {
            return CLIENT.send(
                    (furtherHeaders.length == 0 ? request : request.headers(furtherHeaders)).build(),
                    BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static long now() {
        return System.currentTimeMillis() / 1000;
    }

    static String sign(String secret, long timestamp, String body) {
        try {
            return new Webhook(secret).sign("evt_1", timestamp, body);
        } catch (EmptyWebhookSecretException | WebhookSigningException e) {
            throw new IllegalStateException(e);
        }
    }
}
