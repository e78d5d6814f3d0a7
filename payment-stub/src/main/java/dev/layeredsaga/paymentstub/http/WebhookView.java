package dev.layeredsaga.paymentstub.http;

import dev.layeredsaga.paymentstub.webhook.Tally;
import dev.layeredsaga.paymentstub.webhook.WebhookSettings;
import dev.layeredsaga.paymentstub.webhook.WebhookStatus;
import java.util.Map;
import java.util.TreeMap;

/**
 * The active webhook settings, without the secret.
 *
 * @param signed true if there is a secret
 * @param pending deliveries that are neither acknowledged nor given up
 * @param events delivery counts by event type
 */
record WebhookView(
        String url,
        boolean signed,
        String delivery,
        long delayMillis,
        double probability,
        long seed,
        int pending,
        Map<String, Tally> events) {

    static WebhookView of(WebhookStatus status) {
        WebhookSettings settings = status.settings();
        Map<String, Tally> events = new TreeMap<>();
        status.tallies().forEach((type, tally) -> events.put(type.wireName(), tally));
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
