package dev.layeredsaga.paymentstub.http.api;

import static dev.layeredsaga.paymentstub.http.message.Requests.required;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.http.message.Requests;
import dev.layeredsaga.paymentstub.http.message.Responses;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.webhook.Delivery;
import dev.layeredsaga.paymentstub.webhook.WebhookSecret;
import dev.layeredsaga.paymentstub.webhook.WebhookSettings;
import dev.layeredsaga.paymentstub.webhook.WebhookStatus;
import dev.layeredsaga.paymentstub.webhook.WebhookStatus.DeliveryCounts;
import dev.layeredsaga.paymentstub.webhook.Webhooks;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Sets, shows and clears the webhook settings. */
record WebhookApi(Webhooks webhooks) {

    ResponseDefinition set(Request request) {
        webhooks.set(Requests.body(request, WebhookBody.class).settings());
        return show();
    }

    ResponseDefinition show() {
        return Responses.ok(Map.of(
                "webhooks", webhooks.status().map(WebhookView::of).stream().toList()));
    }

    ResponseDefinition clear() {
        webhooks.clear();
        return WireMock.noContent().build();
    }

    /** The body of a request to set webhooks. A missing seed is drawn and returned, so that the run can be repeated. */
    private record WebhookBody(
            @Nullable String url,
            @Nullable String secret,
            @Nullable String delivery,
            @Nullable Long delayMillis,
            @Nullable Double probability,
            @Nullable Long seed) {

        WebhookSettings settings() {
            return new WebhookSettings(
                    WebhookSettings.url(required(url, ErrorCode.INVALID_WEBHOOK_URL, "url")),
                    secret == null ? null : new WebhookSecret(secret),
                    delivery == null ? Delivery.ON_TIME : Delivery.named(delivery),
                    delayMillis == null ? null : Duration.ofMillis(delayMillis),
                    probability == null ? 1 : probability,
                    seed == null ? ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE) : seed);
        }

        /** Omits the secret, to keep it out of logs. */
        @Override
        public String toString() {
            return "WebhookBody[url=" + url + "]";
        }
    }

    /**
     * The active webhook settings, without the secret.
     *
     * @param signed true if there is a secret
     * @param pending deliveries that are neither acknowledged nor given up
     * @param events delivery counts by event type
     */
    private record WebhookView(
            String url,
            boolean signed,
            String delivery,
            long delayMillis,
            double probability,
            long seed,
            int pending,
            Map<String, DeliveryCounts> events) {

        static WebhookView of(WebhookStatus status) {
            WebhookSettings settings = status.settings();
            Map<String, DeliveryCounts> events = new TreeMap<>();
            status.counts().forEach((type, counts) -> events.put(type.wireName(), counts));
            return new WebhookView(
                    settings.url().toString(),
                    settings.secret() != null,
                    settings.delivery().name(),
                    settings.effectiveDelay().toMillis(),
                    settings.probability(),
                    settings.seed(),
                    status.pending(),
                    events);
        }
    }
}
