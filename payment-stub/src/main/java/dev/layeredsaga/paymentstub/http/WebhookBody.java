package dev.layeredsaga.paymentstub.http;

import static dev.layeredsaga.paymentstub.http.Requests.required;

import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.webhook.Delivery;
import dev.layeredsaga.paymentstub.webhook.WebhookSecret;
import dev.layeredsaga.paymentstub.webhook.WebhookSettings;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The body of a request to set webhooks. A missing seed is drawn and returned, so that the run can be repeated. */
record WebhookBody(
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
