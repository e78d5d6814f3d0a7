package dev.layeredsaga.paymentstub.http.api;

import dev.layeredsaga.paymentstub.http.message.Json;
import dev.layeredsaga.paymentstub.http.message.Responses;
import dev.layeredsaga.paymentstub.webhook.WebhookEvent;
import dev.layeredsaga.paymentstub.webhook.WebhookEvent.EventType;
import dev.layeredsaga.paymentstub.webhook.WebhookSecret;
import dev.layeredsaga.paymentstub.webhook.WebhookSender;
import dev.layeredsaga.paymentstub.webhook.WebhookSettings;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;

/**
 * Posts events, signed according to Standard Webhooks (https://www.standardwebhooks.com). Each try has its own timestamp
 * and therefore its own signature.
 */
public final class HttpWebhookSender implements WebhookSender {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();

    @Override
    public boolean deliver(WebhookEvent event, WebhookSettings settings) {
        try {
            int status = http.send(request(event, settings), BodyHandlers.discarding())
                    .statusCode();
            return status >= 200 && status < 300;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static HttpRequest request(WebhookEvent event, WebhookSettings settings) {
        String body = WebhookMessage.bodyOf(event);
        long timestamp = System.currentTimeMillis() / 1000;
        var request = HttpRequest.newBuilder(settings.url())
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .header(Responses.STUB_HEADER, Responses.STUB_HEADER_VALUE)
                .header("webhook-id", event.id())
                .header("webhook-timestamp", Long.toString(timestamp))
                .POST(BodyPublishers.ofString(body));
        WebhookSecret secret = settings.secret();
        return secret == null
                ? request.build()
                : request.header("webhook-signature", secret.signatureOf(event.id(), timestamp, body))
                        .build();
    }

    /** The body of a webhook; the payment has the same form as in a query's response. */
    private record WebhookMessage(EventType type, Instant timestamp, PaymentView data) {

        static String bodyOf(WebhookEvent event) {
            return Json.write(
                    new WebhookMessage(event.type(), event.at(), PaymentView.of(event.payment(), event.refunded())));
        }
    }
}
